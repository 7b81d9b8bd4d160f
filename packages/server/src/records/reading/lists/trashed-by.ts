import type { RecordValue, ReferenceValue, Scope } from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import { argument, raw, sql, table } from '../../../storage/sql/sql.ts';
import type { View } from '../../views/view.ts';

/**
 * Who deleted each of these records of the trash, by its id, as its history tells; with the title of the person where the
 * reader may read it. Records that went by themselves, and those of entities without history, are absent.
 */
export async function trashedBy(
  reader: Reader,
  view: View,
  items: readonly RecordValue[],
  scope: Scope,
): Promise<Readonly<Record<string, ReferenceValue>>> {
  if (items.length === 0) return {};
  const listed = raw(reader.dialect.items('found'), argument(1));
  const deletions = sql`SELECT "record", "by" FROM ${table('_history')} WHERE "entity" = ${argument(0)} AND "kind" = 'delete' AND "record" IN (SELECT "value" FROM ${listed}) ORDER BY "id"`;
  const rows = await reader.all(deletions, [view.entity.id, reader.dialect.list(items.map(({ id }) => id))]);
  const people = new Map(
    rows.flatMap(({ record, by }) => (by === null ? [] : [[String(record), String(by)] as const])),
  );
  const titles = await view.titles(reader, 'user', [...new Set(people.values())], scope);
  return Object.fromEntries(
    [...people].map(([record, id]): [string, ReferenceValue] => {
      const title = titles.get(id);
      return [record, title === undefined ? { id } : { id, title }];
    }),
  );
}
