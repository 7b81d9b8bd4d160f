import type { Effect, EffectKind, RecordValue, Transition } from '@ninefold/model';
import type { WriteContext } from '../../services/write-context.ts';

/** What an effect of one kind does, in the transaction of the transition that has it. */
export type RunEffect<E extends Effect = Effect> = (own: WriteContext, effect: E, record: RecordValue) => Promise<void>;

/**
 * How each kind of effect runs; null where it does not run yet. The language refuses those, and a test holds this table
 * to what the language takes.
 */
export const RUN_EFFECTS: { readonly [K in EffectKind]: RunEffect<Extract<Effect, { readonly effect: K }>> | null } = {
  create: null,
  fire: null,
  notify: null,
  call: null,
};

/** Runs the effects of a transition in their order. Throws where one has nobody who runs it: nothing is silently left out. */
export async function runEffects(own: WriteContext, transition: Transition, record: RecordValue): Promise<void> {
  for (const effect of transition.effects) {
    const run = RUN_EFFECTS[effect.effect] as RunEffect | null; // the table pairs each kind with its effect
    if (run === null) throw new TypeError(`the effect ${effect.effect} of ${transition.id} does not run`);
    await run(own, effect, record);
  }
}
