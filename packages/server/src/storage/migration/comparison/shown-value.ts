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
