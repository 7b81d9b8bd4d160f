import { malformed, normalValue, type Entity, type Scope } from '@ninefold/model';
import { columnOf, encodeField, textCell } from '../../../storage/columns/registry.ts';
import type { Writer } from '../../../storage/database/database.ts';
import { all, argument, column, sql, tableWith, valuesOf } from '../../../storage/sql/sql.ts';
import { uniqueSets } from '../../../storage/schema/indexes.ts';
import { plainLower } from '../../views/plain-lower.ts';
import type { View } from '../../views/view.ts';
import { isAddress } from '../judging/constraints.ts';
import { badParameter } from '../../reading/lists/list-params.ts';
import type { ImportRow, ImportSource } from '../../context/import-source.ts';

/** Finds the record that a row changes: its id and version; null for a new one. */
export type FindMatch = (
  tx: Writer,
  row: Pick<ImportRow, 'id' | 'values'>,
  scope: Scope,
) => Promise<{ readonly id: string; readonly version: number } | null>;

/** What rows of a file may be matched by: the key first, then the id, then whatever else is unique and can always be read. */
export function matchesOf({ entity, access }: View, { columns }: ImportSource): readonly (readonly string[])[] {
  const present = new Set(columns.flatMap(({ field }) => field ?? []));
  const sets = uniqueSets(entity)
    .filter(({ when }) => when === null)
    .map(({ fields }) => fields)
    .toSorted((a, b) => Number(isKey(entity, b)) - Number(isKey(entity, a)));
  const [key = [], ...others] = sets.some((set) => isKey(entity, set)) ? sets : [[], ...sets];
  return [key, ['id'], ...others].filter(
    (set) =>
      set.length > 0 &&
      set.every((name) => present.has(name) && (name === 'id' || access.fields.get(name) === 'always')),
  );
}

function isKey({ key }: Entity, set: readonly string[]): boolean {
  return set.length === 1 && set[0] === key;
}

/** The fields to match by: those that were asked for, else the first that fit; none where nothing fits or nothing is wanted. */
export function matchOf(matches: readonly (readonly string[])[], wanted: string | null): readonly string[] {
  if (wanted === null) return matches[0] ?? [];
  if (wanted === '') return [];
  const found = matches.find((set) => set.join() === wanted);
  if (!found) throw badParameter('match');
  return found;
}

/** Looks among the records that may be read; a row with a blank in what it is matched by is a new record. */
export function finderOf(view: View, match: readonly string[]): FindMatch {
  const { entity } = view;
  if (match.length === 0) return async () => null;
  const named = match.map((name, index) => ({ name, value: argument(index) }));
  const only = named.flatMap(({ name, value }) => (isAddress(entity, name) ? [] : textCell(entity, name, value)));
  const same = named.map(({ name, value }) =>
    isAddress(entity, name) ? sql`lower(${column('t', name)}) = ${value}` : sql`${column('t', name)} = ${value}`,
  );
  const filter = all([sql`t."trashed_at" IS NULL`, ...same, view.rows]);
  const statement = sql`SELECT t."id", t."version" FROM ${tableWith(entity.id, only)} t WHERE ${filter} LIMIT 2`;
  return async (tx, row, scope) => {
    const values = match.map((name) => {
      const field = entity.fields[name];
      if (name === 'id') return row.id;
      const wire = field ? normalValue(field, row.values[name] ?? null) : null;
      const isFit = field && wire !== null && columnOf(field) !== null && malformed(field, wire) === null;
      if (!isFit) return null; // what no field could hold finds nothing
      const value = encodeField(tx.dialect, field, wire);
      return isAddress(entity, name) && typeof value === 'string' ? plainLower(value) : value;
    });
    if (values.includes(null)) return null;
    const [found] = await tx.all(statement, valuesOf(statement, scope, values));
    return found ? { id: String(found['id']), version: Number(found['version']) } : null;
  };
}
