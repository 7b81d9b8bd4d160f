import {
  approvalTurnsOf,
  canEverRead,
  cyclesOf,
  isReadable,
  memoizedWeakly,
  pressTurnsOf,
  stuckTurnsOf,
  turnsOf,
  type Entity,
  type Expression,
  type Rights,
  type Turn,
} from '@ninefold/model';
import { SqlRefused } from '../../../storage/expressions/refused.ts';
import { all, any, column, FALSE, isNotTrue, join, sql, TRUE, value, type Sql } from '../../../storage/sql/sql.ts';
import { conditionOf } from '../../views/conditions.ts';
import type { PlanContext } from '../../context/context.ts';
import { rowsShowing } from '../../views/field-access.ts';
import { badParameter, type AwaitedFrom } from './list-params.ts';
import { ownFields } from './shown-timers.ts';

/**
 * The rows `t` of which it is the turn of somebody with these rights (`me`), or is by one life cycle (`me.state`, `me.delivery`). The
 * conditions of the turns see all records.
 */
export function waitingSql(context: PlanContext, entity: Entity, rights: Rights, asked: string): Sql {
  const only = asked === 'me' ? null : asked.slice('me.'.length);
  const isKnown = cyclesOf(entity).some(({ field }) => field === only);
  if (only !== null && !(isKnown && (only === 'state' || canEverRead(rights, entity, only))))
    throw badParameter('waiting');
  const turns = turnsOf(entity, rights.roles).filter(({ field }) => only === null || field === only);
  return turnsSql(turns, (condition) => turnSql(context, entity, condition));
}

/**
 * The rows `t` of which an approval is awaited, from somebody with these rights or from anyone, where they may read the state. From
 * anyone, a part of the guard counts where they may read it: who takes the step would see it at the button, others would not.
 */
export function awaitedSql(context: PlanContext, entity: Entity, rights: Rights, from: AwaitedFrom): Sql {
  const turns = from === 'me' ? pressTurnsOf(entity, rights.roles) : approvalTurnsOf(entity);
  const judge: Judge =
    from === 'me'
      ? (condition) => turnSql(context, entity, condition)
      : (condition) => readableSql(context, entity, rights, condition);
  const ofCycles = Map.groupBy(turns, ({ field }) => field);
  return any(
    [...ofCycles].map(([field, own]) =>
      all([turnsSql(own, judge), rowsShowing(context, entity, { rights, fields: [field], alias: 't' })]),
    ),
  );
}

/**
 * The rows `t` of which nobody is left who may give the approvals that a step needs, by steps. A step of which no statement can tell it
 * is left out.
 */
export const stuckStepsSql = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((entity: Entity): ReadonlyMap<string, Sql> => {
    const found = Map.groupBy(stuckTurnsOf(entity), ({ transition }) => transition);
    return new Map(
      [...found].flatMap(([transition, turns]) => {
        const isTold = turns.every(({ conditions }) => conditions.every((each) => turnSql(context, entity, each)));
        const sql = turnsSql(turns, (condition) => turnSql(context, entity, condition));
        return isTold ? [[transition, sql] as const] : [];
      }),
    );
  }),
);

/** A condition as SQL; null where it narrows nothing. */
type Judge = (condition: Expression) => Sql | null;

/** A condition on the rows on which this reader may read what it reads; it narrows no others. */
function readableSql(context: PlanContext, entity: Entity, rights: Rights, condition: Expression): Sql | null {
  const fields = isReadable(condition, context.model, rights) ? ownFields(condition) : null;
  const judged = fields === null ? null : turnSql(context, entity, condition);
  if (fields === null || judged === null) return null;
  const shown = rowsShowing(context, entity, { rights, fields, alias: 't' });
  return shown === TRUE ? judged : any([isNotTrue(shown), judged]);
}

function turnsSql(turns: readonly Turn[], judge: Judge): Sql {
  if (turns.length === 0) return FALSE;
  const judged = turns.map(({ field, state, conditions }) => ({
    field,
    state,
    conditions: conditions.flatMap((condition) => judge(condition) ?? []),
  }));
  return any(
    Object.entries(Object.groupBy(judged, ({ field }) => field)).map(([field, own]) => inCycle(field, own ?? [])),
  );
}

/** The turns in the states that one field holds, with their conditions as SQL. */
function inCycle(
  field: string,
  turns: readonly { readonly state: string; readonly conditions: readonly Sql[] }[],
): Sql {
  const free = [...new Set(turns.filter(({ conditions }) => conditions.length === 0).map(({ state }) => state))];
  const conditional = turns.filter(({ state }) => !free.includes(state));
  return any([
    ...(free.length === 0 ? [] : [inStates(field, free)]),
    ...conditional.map(({ state, conditions }) => all([inStates(field, [state]), ...conditions])),
  ]);
}

function inStates(field: string, states: readonly string[]): Sql {
  return sql`${column('t', field)} IN (${join(states.map(value), ', ')})`;
}

/** Null where no statement can judge the condition: then it narrows nothing. */
function turnSql(context: PlanContext, entity: Entity, condition: Expression): Sql | null {
  try {
    return conditionOf(context, entity, 't', condition);
  } catch (reason) {
    if (reason instanceof SqlRefused) return null;
    throw reason;
  }
}
