import { storedText } from '../../columns/registry.ts';
import { quoted } from '../../sql/names.ts';
import { isOpenField, meaningAt, type Work } from './work.ts';

/** A value as people know it: a record by its key, where that is stored and open, else by its id. */
export function shownValue(work: Work, table: string, column: string): string {
  const meaning = meaningAt(work, table, column);
  const own = storedText(work.reader.dialect, column, meaning);
  const target = /^reference (.+)$/.exec(meaning)?.[1] ?? '';
  const placed = work.layout.tables.find(({ shape, field }) => shape.name === target && field === null);
  const key = placed?.columns.find(({ shape }) => shape.name === work.model.entities[target]?.key)?.before ?? null;
  const from = placed?.before ?? null;
  if (from === null || key === null || !isOpenField(work, `${from}.${key}`)) return own;
  const of = `"id" = ${quoted(table)}.${quoted(column)}`;
  return `COALESCE((SELECT CAST(${quoted(key)} AS text) FROM ${quoted(from)} AS "_named" WHERE "_named".${of}), ${own})`;
}

/**
 * A record as people know it: by its key or what its title shows, or where its entity is gone, by its first text; where that is
 * stored and open, else by its id.
 */
export function shownRow(work: Work, table: string): string {
  const placed = work.layout.tables.find(({ before, field }) => before === table && field === null);
  const { key = null, title = [] } = placed?.entity ?? {};
  const named = [key, ...title.map((part) => ('field' in part ? part.field : null))];
  const stored = named.map((id) => placed?.columns.find(({ shape }) => shape.name === id)?.before ?? null);
  const words = placed === undefined ? (work.layout.present.get(table) ?? []) : [];
  const shown = [...stored, ...words].find(
    (column) => column !== null && meaningAt(work, table, column) === 'text' && isOpenField(work, `${table}.${column}`),
  );
  return shown ? `COALESCE(CAST(${quoted(shown)} AS text), CAST("id" AS text))` : '"id"';
}
