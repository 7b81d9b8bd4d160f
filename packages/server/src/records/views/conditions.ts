import {
  type Condition,
  type Entity,
  type Expression,
  type Grant,
  type Rights,
  type Verb,
  givingRows,
  memoized,
  memoizedWeakly,
} from '@ninefold/model';
import { any, cheapFirst, FALSE, TRUE, type Sql } from '../../storage/sql/sql.ts';
import { compileSql } from '../../storage/expressions/compile.ts';
import type { PlanContext } from '../context/context.ts';

/** Rows `t`: where they are looked for, and which of those are meant. */
export interface Found {
  readonly from: Sql;
  readonly where: Sql;
}

/** Each condition of the specification is compiled once for the rows of an entity under an alias. */
const compiled = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((condition: Expression) =>
    memoizedWeakly((entity: Entity) => memoized((alias: string) => compileRows(context, entity, alias, condition))),
  ),
);

function compileRows({ model, dialect }: PlanContext, entity: Entity, alias: string, condition: Expression): Sql {
  return compileSql(condition, { model, dialect: dialect.expressions, entity: entity.id, alias, denormalised: true });
}

/** A row condition over the rows of `alias`, true or not true (never NULL at the top of a filter). */
export function conditionOf(context: PlanContext, entity: Entity, alias: string, condition: Condition): Sql {
  if (condition === true) return TRUE;
  if (condition.tree === null) return FALSE;
  return compiled(context)(condition)(entity)(alias);
}

/** The rows on which one of these verbs is granted. */
export function granted(
  context: PlanContext,
  rights: Rights,
  { entity, verbs, alias }: { readonly entity: Entity; readonly verbs: readonly Verb[]; readonly alias: string },
): Sql {
  return rowsOf(context, rights.grants(entity.id), { entity, verbs, alias });
}

export function rowsOf(
  context: PlanContext,
  grants: readonly Grant[],
  { entity, verbs, alias }: { readonly entity: Entity; readonly verbs: readonly Verb[]; readonly alias: string },
): Sql {
  const conditions = givingRows(grants).flatMap((grant) => verbs.flatMap((verb) => grant.verbs[verb] ?? []));
  if (conditions.includes(true)) return TRUE;
  const distinct = [...new Map(conditions.map((condition) => [key(condition), condition])).values()];
  return any(cheapFirst(distinct.map((condition) => conditionOf(context, entity, alias, condition))));
}

function key(condition: Condition): string {
  return condition === true
    ? 'true'
    : (condition as Expression).source || JSON.stringify((condition as Expression).tree);
}
