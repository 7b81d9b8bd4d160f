import {
  asSeen,
  evaluate,
  expressionsOf,
  idOf,
  isList,
  type Effect,
  type EffectKind,
  type Expression,
  type HistoryCause,
  type RecordValue,
  type Scope,
  type Value,
  type Wire,
  transitionsOf,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { systemCaller } from '../../context/system.ts';
import { withLiveValues } from '../../services/find-record.ts';
import type { Following, RecordServices, WriteContext } from '../../services/write-context.ts';
import { queueCall } from '../../calls/queue-call.ts';
import { tell } from '../../notifications/tell.ts';
import { authorOf, type Change } from '../change.ts';
import { refuseHiddenLimit } from '../judging/judge-write.ts';
import { createAsSystem } from './create-as-system.ts';
import { createdValues } from './created-values.ts';
import { itemsOf } from './effect-items.ts';
import { fireAsSystem } from './fire-as-system.ts';
import { refusedElsewhere } from './refused-elsewhere.ts';
import { asStored } from './remove.ts';

/** The write whose effects run, and what makes the application do them. */
interface Acting {
  readonly own: WriteContext;
  readonly cause: HistoryCause;
  /** What the expressions of the effects see: the record as it is stored now, and all that its transition saw. */
  readonly scope: Scope;
}

/** What an effect of one kind does, in the transaction of the transition that has it. */
export type RunEffect<E extends Effect = Effect> = (acting: Acting, effect: E) => Promise<void>;

/**
 * How each kind of effect runs; null where it does not run yet. The language refuses those, and a test holds this table
 * to what the language takes.
 */
export const RUN_EFFECTS: { readonly [K in EffectKind]: RunEffect<Extract<Effect, { readonly effect: K }>> | null } = {
  create: async (acting, effect) => {
    for (const each of effect.each === null ? [null] : await itemsFor(acting, effect, effect.each)) {
      const own = elsewhere(acting, effect.entity);
      const values = createdValues(own, effect.values, { ...acting.scope, each });
      await refusedElsewhere(own, () => createAsSystem(own, values));
    }
  },
  fire: async (acting, effect) => {
    for (const each of await itemsFor(acting, effect, effect.each)) {
      const own = elsewhere(acting, effect.entity);
      const id = typeof each === 'object' && each !== null && 'id' in each ? String(each.id) : '';
      const found = (await own.plan.load.load(own.tx, [id], own.scope)).get(id) as RecordValue | undefined; // loaded with every system field
      const transition = transitionsOf(own.entity).get(effect.transition);
      if (!transition || !found) throw new Error(`nothing is fired by ${acting.cause.name}`);
      await refusedElsewhere(own, () => fireAsSystem(own, found, transition));
    }
  },
  notify: async ({ own, cause, scope }, { to, by: ways, text }) => {
    refuseHiddenLimit(scope, to.reads);
    const value = evaluate(to, scope);
    if (value === undefined) throw new Error(`the people ${to.source} of a notification cannot be decided`);
    const { context, tx, entity, caller } = own;
    const record = cause.record === undefined ? null : ((scope.record ?? null) as RecordValue | null); // loaded with every system field
    const telling = {
      kind: 'told',
      what: text,
      by: authorOf(caller),
      entity,
      record,
      ways,
      usersWith: scope.users_with,
    } as const;
    await tell({ context, tx, at: own.scope.now }, telling, idsIn(value));
  },
  call: async ({ own, cause, scope }, effect) => {
    const record = cause.record === undefined ? null : ((scope.record ?? null) as RecordValue | null); // loaded with every system field
    for (const { reads } of expressionsOf(effect)) refuseHiddenLimit(scope, reads);
    await queueCall(own, { effect, record, scope });
  },
};

/** What has effects: a transition or a reaction. */
interface Effecting {
  readonly id: string;
  readonly effects: readonly Effect[];
}

/**
 * Runs effects in their order, as the application, after the change that has them is stored. Each sees the records as those before
 * it have left them. Throws where one has nobody who runs it: nothing is silently left out.
 */
export async function runEffects(
  change: Change,
  { id, effects }: Effecting,
  kind: 'effect' | 'reaction' = 'effect',
): Promise<void> {
  const { entity, writeScope } = change;
  const cause: HistoryCause = { kind, name: id, entity: entity.id, record: { id: change.record.id } };
  for (const effect of effects) {
    const stored = withLiveValues(entity, await asStored(change, change.record), writeScope);
    const record = asSeen(entity, stored, { ...writeScope, creating: false });
    await runEffect({ own: change, cause, scope: { ...writeScope, record } }, effect);
  }
}

/** Runs the effects of a reaction that fires without a record. */
export async function runAlone(own: WriteContext, { id, effects }: Effecting): Promise<void> {
  const cause: HistoryCause = { kind: 'reaction', name: id, entity: own.entity.id };
  for (const effect of effects) await runEffect({ own, cause, scope: own.scope }, effect);
}

async function runEffect(acting: Acting, effect: Effect): Promise<void> {
  const run = RUN_EFFECTS[effect.effect] as RunEffect | null; // the table pairs each kind with its effect
  if (run === null) throw new TypeError(`the effect ${effect.effect} of ${acting.cause.name} does not run`);
  await run(acting, effect);
}

/** Ids of people: one, or a list. */
function idsIn(value: Value): readonly string[] {
  return (isList(value) ? value : [value]).flatMap((one) => idOf(one as Wire) ?? []); // a user, as the model holds one
}

/** The items of an effect, with what its values read of them. */
async function itemsFor({ own, scope }: Acting, effect: Effect, each: Expression): Promise<readonly Value[]> {
  refuseHiddenLimit(scope, each.reads);
  const value = evaluate(each, scope);
  if (value === undefined) throw new Error(`the list ${each.source} of an effect cannot be decided`);
  return itemsOf(own.context)(effect)(own.tx, value, scope);
}

/** A write of another record in the name of the application, one step further from what somebody did. */
function elsewhere({ own, cause }: Acting, entityId: string): WriteContext {
  return oneFurther(own, own, cause, entityId);
}

/** A write that a write leads to, in the name of the application. Refuses with `cascade_too_deep` where too many led to it. */
export function oneFurther(
  services: RecordServices,
  after: Following,
  cause: HistoryCause,
  entityId: string,
): WriteContext {
  const { context } = services;
  const depth = (after.depth ?? 0) + 1;
  const limit = context.model.limits['cascade']?.value;
  const most = typeof limit === 'number' ? limit : 10;
  if (depth > most) throw new Refusal('cascade_too_deep', { params: { most } });
  const plan = services.plans(entityId);
  const caller = systemCaller(context.model, cause, after.scope.users_with);
  const scope = { ...after.scope, user: null };
  return { ...services, ...after, context, caller, rights: caller.rights, entity: plan.entity, plan, scope, depth };
}
