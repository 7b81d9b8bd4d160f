import type { Condition, Entity, Expression, Grant, Rights, Scope, Verb } from '@ninefold/model';
import type { SqlValue } from '../../storage/sql-value.ts';
import { compileSql } from '../../storage/expressions/compile.ts';
import type { Ground } from '../context.ts';

/** A piece of a statement; its values depend on who asks and when. */
export interface Sql {
  readonly text: string;
  values(scope: Scope): readonly SqlValue[];
}

/** Rows `t`: where they are looked for, and which of those are meant. */
export interface Found {
  readonly from: Sql;
  readonly where: Sql;
}

export function sql(text: string, ...values: readonly SqlValue[]): Sql {
  return { text, values: () => values };
}

export const TRUE: Sql = sql('TRUE');
export const FALSE: Sql = sql('FALSE');

/** Pieces one after the other, with a text between them. */
export function join(parts: readonly Sql[], between: string): Sql {
  return {
    text: parts.map(({ text }) => text).join(between),
    values: (scope) => parts.flatMap((part) => part.values(scope)),
  };
}

export function wrap(before: string, part: Sql, after: string): Sql {
  return { text: `${before}${part.text}${after}`, values: (scope) => part.values(scope) };
}

/** All of them; parts that are always true vanish. */
export function every(parts: readonly Sql[]): Sql {
  const needed = parts.filter((part) => part !== TRUE);
  if (needed.includes(FALSE)) return FALSE;
  if (needed.length === 0) return TRUE;
  return needed.length === 1
    ? (needed[0] ?? TRUE)
    : join(
        needed.map((part) => wrap('(', part, ')')),
        ' AND ',
      );
}

/** Any of them; none is false. */
export function some(parts: readonly Sql[]): Sql {
  const needed = parts.filter((part) => part !== FALSE);
  if (needed.includes(TRUE)) return TRUE;
  if (needed.length === 0) return FALSE;
  return needed.length === 1
    ? (needed[0] ?? FALSE)
    : join(
        needed.map((part) => wrap('(', part, ')')),
        ' OR ',
      );
}

/** A row condition over the rows of `alias`, true or not true (never NULL at the top of a filter). */
export function conditionOf({ model, dialect }: Ground, entity: Entity, alias: string, condition: Condition): Sql {
  if (condition === true) return TRUE;
  if (condition.tree === null) return FALSE;
  return compileSql(condition, { model, dialect: dialect.expressions, entity: entity.id, alias, kept: true });
}

/** The rows on which one of these verbs is granted. */
export function granted(ground: Ground, rights: Rights, entity: Entity, verbs: readonly Verb[], alias: string): Sql {
  return rowsOf(ground, rights.grants(entity.id), entity, verbs, alias);
}

export function rowsOf(
  ground: Ground,
  grants: readonly Grant[],
  entity: Entity,
  verbs: readonly Verb[],
  alias: string,
): Sql {
  const conditions = grants.flatMap((grant) => verbs.flatMap((verb) => grant.verbs[verb] ?? []));
  if (conditions.includes(true)) return TRUE;
  const distinct = [...new Map(conditions.map((condition) => [key(condition), condition])).values()];
  return some(distinct.map((condition) => conditionOf(ground, entity, alias, condition)));
}

function key(condition: Condition): string {
  return condition === true
    ? 'true'
    : (condition as Expression).source || JSON.stringify((condition as Expression).tree);
}
