import type { Entity, RecordValue, Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { answerRows } from './answer.ts';
import { every, join, sql, wrap, type Sql } from './sql.ts';
import type { View } from './view.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_NAME = 200;

/** The row that an address names: by id, or by the entity's key. */
export function addressed(entity: Entity, idOrKey: string): Sql {
  const isId = entity.key === null || UUID.test(idOrKey);
  const name = idOrKey.length > MAX_NAME ? '' : idOrKey.normalize('NFC');
  return sql(`t.${quoted(isId || entity.key === null ? 'id' : entity.key)} = ?`, name);
}

/** One readable record, or null: the same for a row that is not there and one that may not be seen. */
export async function findRecord(
  view: View,
  reader: Reader,
  idOrKey: string,
  scope: Scope,
): Promise<RecordValue | null> {
  const filter = every([addressed(view.entity, idOrKey), sql('t."trashed_at" IS NULL'), view.rows]);
  const statement = join(
    [wrap('SELECT ', view.columns, ` FROM ${quoted(view.entity.id)} t WHERE `), wrap('', filter, ' LIMIT 1')],
    '',
  );
  const rows = await reader.all(statement.text, statement.values(scope));
  const [record] = await answerRows(view, reader, rows, scope);
  return record ?? null;
}
