import { type Entity, type Expression, type Model, fieldInPath, memoizedWeakly } from '@ninefold/model';
import type { AskedFilter } from '../../../storage/indexes/asked-shape.ts';
import { equalColumns } from '../../../storage/schema/indexes.ts';
import type { Filter, Filtering } from './list-params.ts';

/** What a list is filtered by, without the values. */
export function askedFilters(filters: readonly Filter[], conditions: readonly AskedFilter[]): readonly AskedFilter[] {
  const all = [...filters.map(({ field, op }) => ({ field, op })), ...conditions];
  const byName = new Map(all.map((one) => [`${one.field} ${one.op}`, one]));
  return [...byName].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, filter]) => filter);
}

/** The same of a condition, worked out once: equalities that all of its rows meet, and the other fields that it begins with. */
export const filtersOfCondition = memoizedWeakly((model: Model) =>
  memoizedWeakly((entity: Entity) => memoizedWeakly((condition: Expression) => filtersOf(model, entity, condition))),
);

function filtersOf(model: Model, entity: Entity, { tree, reads }: Expression): readonly AskedFilter[] {
  const equal = equalColumns(model, entity, tree);
  const looked = reads.flatMap((path) => (path.startsWith('record.') ? (fieldInPath(path) ?? []) : []));
  const others = [...new Set(looked)].filter((field) => !equal.includes(field));
  return [...equal.map((field) => ({ field, op: 'eq' })), ...others.map((field) => ({ field, op: 'where' }))];
}

/** Searches have an index of their own, and the trash is small. */
export function isNoted({ search, trash }: Pick<Filtering, 'search' | 'trash'>): boolean {
  return search === null && !trash;
}
