import type { Entity, Expression, Model, Scope } from '@ninefold/model';
import type { SqlValue } from '../database.ts';
import { compileSql } from './expressions/compile.ts';

/** A condition over the rows that `alias` names, true exactly where it holds. */
export function conditionSql(
  model: Model,
  entity: Entity,
  alias: string,
  condition: Expression,
): { readonly text: string; readonly values: (scope: Scope) => readonly SqlValue[] } {
  if (condition.tree === null) return { text: '0', values: () => [] };
  return compileSql(condition, { model, entity: entity.id, alias });
}
