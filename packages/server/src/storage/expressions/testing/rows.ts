import { parseSpan, type Wire } from '@ninefold/model';
import { DatabaseSync } from 'node:sqlite';
import { registerFunctions } from '../../sqlite/expressions/functions.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import { fileText } from '../../columns/file.ts';
import { DESK } from './desk.ts';

/** Rows by table, in the form of the wire; references are ids, lists are lists of ids or of lines. */
export interface Rows {
  readonly user: readonly Row[];
  readonly team: readonly Row[];
  readonly ticket: readonly Row[];
}
export type Row = { readonly id: string } & Readonly<Record<string, unknown>>;

export type Table = keyof Rows;

/** One event of a record's past: who fired which transition; by nobody where the system did. */
export interface Fired {
  readonly transition: string;
  readonly by: string | null;
}

/** The past of a row as history keeps it. */
export function eventsOf(table: Table, row: Row): readonly Readonly<Record<string, string | number | null>>[] {
  const fired = (row['fired'] ?? []) as readonly Fired[];
  return fired.map(({ transition, by }, at) => ({
    ...{ id: `${row.id}h${at}`, entity: table, record: row.id, at: '', kind: 'transition', transition, by },
    ...{ changes: '[]', via: 'data', version: at + 1 },
  }));
}

export function fieldsOf(table: Table) {
  return Object.values(DESK.entities[table]?.fields ?? {});
}

/** Values as node:sqlite takes them. */
export function bindable(values: readonly SqlValue[]): readonly Exclude<SqlValue, boolean>[] {
  return values.filter((value): value is Exclude<SqlValue, boolean> => typeof value !== 'boolean');
}

const HISTORY =
  'CREATE TABLE "_history" ("id" TEXT, "entity" TEXT, "record" TEXT, "at" TEXT, "kind" TEXT, "transition" TEXT, "by" TEXT, "changes" TEXT, "via" TEXT, "version" INTEGER) STRICT; CREATE INDEX "_history.entity.record.id.index" ON "_history" ("entity", "record", "id");';
const TICKET_INDEX =
  'CREATE INDEX "ticket.requester.index" ON "ticket" ("requester"); CREATE INDEX "ticket.cost.index" ON "ticket" ("cost"); CREATE INDEX "ticket.team.index" ON "ticket" ("team");';

/** A database with these rows, stored as the records module stores them. */
export function databaseOf(rows: Rows): DatabaseSync {
  const handle = new DatabaseSync(':memory:');
  registerFunctions(handle);
  for (const table of ['user', 'team', 'ticket'] as const) create(handle, table);
  handle.exec(HISTORY);
  handle.exec(TICKET_INDEX);
  for (const table of ['user', 'team', 'ticket'] as const) for (const row of rows[table]) insert(handle, table, row);
  return handle;
}

const INTEGERS = new Set(['integer', 'number', 'money', 'percent', 'boolean', 'duration']);
const LISTS = new Set(['choices', 'references', 'files', 'lines']);

function create(handle: DatabaseSync, table: Table): void {
  const stored = fieldsOf(table).filter((field) => !field.computed && !LISTS.has(field.type));
  const columns = stored.map((field) => `"${field.id}" ${INTEGERS.has(field.type) ? 'INTEGER' : 'TEXT'}`);
  const state = table === 'ticket' ? ['"state" TEXT NOT NULL', '"state_since" TEXT NOT NULL'] : [];
  const system = [
    '"id" TEXT PRIMARY KEY',
    '"version" INTEGER',
    '"created_at" TEXT',
    '"created_by" TEXT',
    '"trashed_at" TEXT',
  ];
  handle.exec(`CREATE TABLE "${table}" (${[...system, ...state, ...columns].join(', ')}) STRICT`);
  for (const field of fieldsOf(table)) {
    const name = `"${table}.${field.id}"`;
    if (field.type === 'lines') {
      const inner = Object.values(field.fields).map((f) => `"${f.id}" ${INTEGERS.has(f.type) ? 'INTEGER' : 'TEXT'}`);
      handle.exec(`CREATE TABLE ${name} ("id" TEXT, "record" TEXT, "position" INTEGER, ${inner.join(', ')}) STRICT`);
    } else if (LISTS.has(field.type)) {
      handle.exec(`CREATE TABLE ${name} ("record" TEXT, "position" INTEGER, "value" TEXT) STRICT`);
      handle.exec(`CREATE INDEX "${table}.${field.id}.index" ON ${name} ("value", "record")`);
    }
  }
}

function put(handle: DatabaseSync, table: string, values: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(values);
  const text = `INSERT INTO "${table}" (${names.map((n) => `"${n}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  handle.prepare(text).run(...(Object.values(values) as (string | number | bigint | null)[])); // encoded below
}

function encoded(field: { readonly type: string; readonly scale?: number }, value: unknown): unknown {
  if (field.type === 'boolean') return value === true ? 1 : 0;
  if (value === null || value === undefined) return null;
  if (field.type === 'file') return fileText(value as Wire);
  if (field.type === 'duration') return BigInt(parseSpan(String(value)) ?? 0);
  if (field.type === 'integer') return BigInt(value as number);
  return INTEGERS.has(field.type) ? BigInt(String(value).replace('.', '')) : value;
}

function insert(handle: DatabaseSync, table: Table, row: Row): void {
  const values: Record<string, unknown> = {
    id: row.id,
    version: 1,
    created_at: row['created_at'] ?? '',
    created_by: null,
    trashed_at: row['trashed_at'] ?? null,
  };
  if (table === 'ticket') Object.assign(values, { state: row['state'], state_since: '' });
  for (const field of fieldsOf(table)) {
    if (field.computed) continue;
    const value = row[field.id];
    if (!LISTS.has(field.type)) values[field.id] = encoded(field, value);
    for (const [position, item] of (LISTS.has(field.type) ? ((value ?? []) as unknown[]) : []).entries()) {
      const place = { record: row.id, position };
      const child = `${table}.${field.id}`;
      if (field.type !== 'lines') put(handle, child, { ...place, value: fileText(item as Wire) ?? item });
      else {
        const line = item as Row;
        const cells = Object.values(field.fields).map((f) => [f.id, encoded(f, line[f.id])]);
        put(handle, child, { id: line.id, ...place, ...Object.fromEntries(cells) });
      }
    }
  }
  put(handle, table, values);
  for (const event of eventsOf(table, row)) put(handle, '_history', event);
}
