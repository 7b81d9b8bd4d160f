import type { Entity, RecordValue, Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { answerRows } from './answer.ts';
import { every, sql, type Sql } from './sql.ts';
import { isKeyInTitle } from './titles.ts';
import type { View } from './view.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MAX_NAME = 200;

/** Whether a name has the form of an id. */
export function isId(name: string): boolean {
  return UUID.test(name);
}

/** How an address names a row: by the column, with the value. */
interface Address {
  readonly column: string;
  readonly value: string;
}

/** The row that an address names: by id, or by the entity's key. */
export function addressOf(entity: Entity, idOrKey: string): Address {
  const byId = entity.key === null || isId(idOrKey);
  const value = idOrKey.length > MAX_NAME ? '' : idOrKey.normalize('NFC');
  return { column: byId || entity.key === null ? 'id' : entity.key, value };
}

/** A statement that finds one row; the value that names it stands between those of its two parts. */
interface Finding {
  readonly text: string;
  readonly before: Sql;
  readonly after: Sql;
}

const findings = new WeakMap<View, Map<string, Finding>>();

function findingOf(view: View, column: string): Finding {
  const known = findings.get(view) ?? new Map<string, Finding>();
  findings.set(view, known);
  const found = known.get(column) ?? planFinding(view, column);
  known.set(column, found);
  return found;
}

function planFinding(view: View, column: string): Finding {
  const after = every([sql('t."trashed_at" IS NULL'), view.rows]);
  const named = `${quoted(view.entity.id)} t WHERE t.${quoted(column)} = ?`;
  const text = `SELECT ${view.columns.text} FROM ${named} AND (${after.text}) LIMIT 1`;
  return { text, before: view.columns, after };
}

/**
 * One readable record, or null: the same for a row that is not there, one that may not be seen, and one that is named by a key
 * which may not.
 */
export async function findRecord(
  view: View,
  reader: Reader,
  idOrKey: string,
  scope: Scope,
): Promise<RecordValue | null> {
  const { column, value } = addressOf(view.entity, idOrKey);
  const { text, before, after } = findingOf(view, column);
  const values = [...before.values(scope), value, ...after.values(scope)];
  const rows = await reader.all(text, values);
  const [record] = rows.length === 0 ? [] : await answerRows(view, reader, rows, scope);
  const isNamed = record !== undefined && (Object.hasOwn(record, column) || isKeyInTitle(view.entity));
  return isNamed ? record : null;
}
