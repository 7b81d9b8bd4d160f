import { fieldsArising, type Entity, type Expression, type Rights, type Transition } from '@ninefold/model';
import { SqlRefused } from '../../../storage/expressions/refused.ts';
import { all, any, FALSE, join, sql, value, type Sql } from '../../../storage/sql/sql.ts';
import { conditionOf } from '../../views/conditions.ts';
import type { PlanContext } from '../../context/context.ts';

/** A state out of which a next step leads; `guard`: the condition of the step, null where the state alone decides. */
export interface Way {
  readonly state: string;
  readonly guard: Expression | null;
}

/**
 * The next steps that somebody with these roles may take, by the state that they lead out of. Cancelling a record, steps that
 * keep the state and `optional` ones do not count as next steps.
 */
export function waitingWays({ lifecycle, ...entity }: Entity, roles: readonly string[]): readonly Way[] {
  if (!lifecycle) return [];
  const steps = Object.values(lifecycle.transitions).filter((step) => {
    const leads =
      step.id !== 'create' && !step.optional && step.to !== 'same' && lifecycle.states[step.to]?.kind !== 'cancelled';
    return leads && step.by.some((role) => roles.includes(role));
  });
  return steps.flatMap((step) => {
    const guard = guardOf({ lifecycle, ...entity }, step);
    return step.from.filter((id) => lifecycle.states[id]?.final === false).map((state) => ({ state, guard }));
  });
}

/** Null where the guard reads more than the record and the user, or what the dialog of the step asks for. */
function guardOf(entity: Entity, { when, asks }: Transition): Expression | null {
  if (!when || when.tree === null) return null;
  const asked = fieldsArising(entity, asks);
  const isOpen = (path: string): boolean =>
    /^(?:input|before|transition)\b/.test(path) || asked.has(/^record\.([^.]+)/.exec(path)?.[1] ?? '');
  return when.reads.some(isOpen) ? null : when;
}

/** The rows `t` whose next step somebody with these rights may take. The conditions of the steps see all records. */
export function waitingSql(context: PlanContext, entity: Entity, rights: Rights): Sql {
  const ways = waitingWays(entity, rights.roles);
  if (ways.length === 0) return FALSE;
  const judged = ways.map(({ state, guard }) => ({ state, condition: guardSql(context, entity, guard) }));
  const free = [...new Set(judged.filter(({ condition }) => condition === null).map(({ state }) => state))];
  const guarded = judged.filter(({ state }) => !free.includes(state));
  return any([
    ...(free.length === 0 ? [] : [inStates(free)]),
    ...guarded.map(({ state, condition }) => all([inStates([state]), ...(condition === null ? [] : [condition])])),
  ]);
}

function inStates(states: readonly string[]): Sql {
  return sql`t."state" IN (${join(states.map(value), ', ')})`;
}

/** Null where no statement can judge the condition: then the state alone decides. */
function guardSql(context: PlanContext, entity: Entity, guard: Expression | null): Sql | null {
  try {
    return guard === null ? null : conditionOf(context, entity, 't', guard);
  } catch (reason) {
    if (reason instanceof SqlRefused) return null;
    throw reason;
  }
}
