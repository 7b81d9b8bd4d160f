import { malformed, normalValue, type Entity, type Scope } from '@ninefold/model';
import { columnOf, encodeField } from '../../storage/columns/registry.ts';
import type { Writer } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { uniqueSets } from '../../storage/schema/indexes.ts';
import type { View } from '../reading/view.ts';
import { badParameter } from '../reading/list-params.ts';
import { every, sql, wrap } from '../reading/sql.ts';
import type { ImportRow, ImportSource } from './import-source.ts';

/** Finds the record that a row changes: its id and version; null for a new one. */
export type FindMatch = (
  tx: Writer,
  row: ImportRow,
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
  const same = match.map((name) => `t.${quoted(name)} = ?`).join(' AND ');
  return async (tx, row, scope) => {
    const values = match.map((name) => {
      const field = entity.fields[name];
      if (name === 'id') return row.id;
      const value = field ? normalValue(field, row.values[name] ?? null) : null;
      const isFit = field && value !== null && columnOf(field) !== null && malformed(field, value) === null;
      return isFit ? encodeField(tx.dialect, field, value) : null; // what no field could hold finds nothing
    });
    if (values.includes(null)) return null;
    const filter = every([sql('t."trashed_at" IS NULL'), sql(same, ...values), view.rows]);
    const statement = wrap(`SELECT t."id", t."version" FROM ${quoted(entity.id)} t WHERE `, filter, ' LIMIT 2');
    const [found] = await tx.all(statement.text, statement.values(scope));
    return found ? { id: String(found['id']), version: Number(found['version']) } : null;
  };
}
