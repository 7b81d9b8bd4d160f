import { asSeen, holds, type Entity, type Expression, type RecordValue, type Scope } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Writer } from '../../storage/database/database.ts';
import type { Context } from '../context/context.ts';
import type { Watch, Worked } from '../services/write-context.ts';
import { parseTurning } from '../views/where.ts';
import { noteTurned } from './note-event.ts';
import { markOf, watchingSubscriptions, type Subscription } from './subscription-rows.ts';

interface Condition {
  readonly subscription: string;
  readonly when: Expression;
}

type Conditions = ReadonlyMap<string, readonly Condition[]>;

/**
 * Watches the conditions of subscriptions. They are read once for each mark of them, in the transaction that needs them: whoever asks
 * for a condition changes the mark, and every write that began before runs again. Without one, nothing is read.
 */
export function createWatch(context: Context): Watch {
  const { db } = context;
  let known: { readonly mark: string; readonly conditions: Conditions } | null = null;
  const conditionsIn = async (tx: Writer, mark: string): Promise<Conditions> => {
    if (known?.mark === mark) return known.conditions;
    const watching = await watchingSubscriptions(tx);
    const conditions = conditionsOf(context, watching);
    if (markOf(watching) === mark) known = { mark, conditions };
    return conditions;
  };
  return {
    watched: db.watched,
    note: async (worked) => {
      const mark = db.watched();
      if (mark === null) return;
      const { tx, entity, record, scope } = worked;
      const at = { entity: entity.id, record: record.id, at: scope.now, version: record.version };
      for (const condition of (await conditionsIn(tx, mark)).get(entity.id) ?? [])
        if (hasTurned(worked, condition)) noteTurned(tx, condition.subscription, at);
    },
  };
}

/** By entity. One that names what the specification does not have any more never turns. */
function conditionsOf({ model }: Context, watching: readonly Subscription[]): Conditions {
  const all = watching.flatMap(({ id, entity, when }) => {
    const of = Object.hasOwn(model.entities, entity) ? model.entities[entity] : undefined;
    if (of === undefined || when === null) return [];
    try {
      return [{ entity, subscription: id, when: parseTurning(model, null, of, when) }];
    } catch (reason) {
      if (reason instanceof Refusal) return [];
      throw reason;
    }
  });
  return Map.groupBy(all, ({ entity }) => entity);
}

function hasTurned({ entity, before, record, scope }: Worked, { when }: Condition): boolean {
  if (before !== null && isMet(entity, when, before, scope)) return false;
  return isMet(entity, when, record, scope);
}

function isMet(entity: Entity, when: Expression, record: RecordValue, scope: Scope): boolean {
  return holds(when, { ...scope, user: null, record: asSeen(entity, record, { ...scope, record }) }) === true;
}
