import type { OutRequest } from '../ir/call.ts';
import type { Effect, EffectValue } from '../ir/effect.ts';
import type { Expression } from '../ir/expression.ts';
import type { Entity } from '../ir/entity.ts';
import type { Model } from '../ir/model.ts';
import { transitionsOf } from '../writing/cycles.ts';

/** The kinds of effects. */
export type EffectKind = Effect['effect'];

/** What an effect reaches beside the record of its transition; null where it reaches no such thing. */
export interface EffectReach {
  /** The entity that it makes records of. */
  readonly makes: string | null;
  /** The values that it gives those records. */
  readonly gives: readonly EffectValue[];
  /** The transition that it fires, as `entity.transition`. */
  readonly fires: string | null;
  /** For whom it makes records, and whose transition it fires. */
  readonly each: Expression | null;
  /** Whom it tells, and the key of the text that they are told. */
  readonly tells: { readonly to: Expression; readonly text: string } | null;
  /** The outgoing call that it makes, and what that sends. */
  readonly calls: { readonly id: string; readonly request: OutRequest } | null;
}

const NOTHING: EffectReach = { makes: null, gives: [], fires: null, each: null, tells: null, calls: null };

const REACH: { readonly [K in EffectKind]: (effect: Extract<Effect, { readonly effect: K }>) => EffectReach } = {
  create: ({ entity, each, values }) => ({ ...NOTHING, makes: entity, gives: values, each }),
  fire: ({ entity, each, transition }) => ({ ...NOTHING, fires: `${entity}.${transition}`, each }),
  notify: ({ to, text }) => ({ ...NOTHING, tells: { to, text } }),
  call: ({ call, request }) => ({ ...NOTHING, calls: { id: call, request } }),
};

/** What an effect reaches. */
export function reachOf(effect: Effect): EffectReach {
  const reach = REACH[effect.effect] as (effect: Effect) => EffectReach; // the table pairs each kind with its effect
  return reach(effect);
}

/** Those of some effects that make records or fire transitions, in their order; the others only tell of what happens. */
export function actingOn(effects: readonly Effect[]): readonly Effect[] {
  return effects.filter((effect) => {
    const { makes, fires } = reachOf(effect);
    return makes !== null || fires !== null;
  });
}

/** The effects of the transitions and reactions of an entity. */
export function effectsOf(entity: Entity): readonly Effect[] {
  return [...transitionsOf(entity).values(), ...entity.reactions].flatMap(({ effects }) => effects);
}

/** What all effects of a model reach. */
export function reachOfAll(model: Pick<Model, 'entities'>): readonly EffectReach[] {
  return Object.values(model.entities).flatMap((entity) => effectsOf(entity).map(reachOf));
}
