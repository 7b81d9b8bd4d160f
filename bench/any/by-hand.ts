import { type Entity, type Field, isOneReference, isTruth, normalValue, readValue } from '@ninefold/model';
import { columnOf, encodeField } from '../../packages/server/src/storage/columns/registry.ts';
import { POSTGRES } from '../../packages/server/src/storage/postgres/dialect/dialect.ts';
import { SQLITE } from '../../packages/server/src/storage/sqlite/dialect.ts';
import type { SqlValue } from '../../packages/server/src/storage/sql/sql-value.ts';
import {
  type DrawnFilter,
  type ListShape,
  PAGE,
  pageAt,
} from '../../packages/server/src/records/testing/list-shapes.ts';
import type { Engine } from '../places.ts';
import type { AnyWork } from './work.ts';

/** One statement with a `?` for each value; numbers are texts where the database takes them. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
}

/** What an endpoint by hand asks for one shape: what it shows, and the total. */
export interface HandWritten {
  readonly page: Statement;
  readonly total: Statement | null;
}

/** The columns of the table by hand. */
export function columnsOf(entity: Entity): readonly string[] {
  const system = ['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by', 'trashed_at', '_search'];
  const own = Object.values(entity.fields).filter((field) => columnOf(field) !== null);
  return [...system, ...(entity.lifecycle ? ['state', 'state_since'] : []), ...own.map(({ id }) => id)];
}

/** A shape as a good developer writes it for a table without the fitting index; `caller` is empty for one without a row condition. */
export function handWritten(
  engine: Engine,
  { work, entity, rows }: { readonly work: AnyWork; readonly entity: Entity; readonly rows: number },
  shape: ListShape,
  caller: readonly string[],
): HandWritten {
  const filters = shape.filters.map((filter) => compared(engine, entity, filter));
  const searched = shape.search === null ? [] : [{ text: `t._search LIKE ?`, values: [`%${shape.search}%`] }];
  const rule = caller.length === 0 ? [] : [{ text: work.readable, values: caller }];
  const parts: readonly Statement[] = [...filters, ...searched, ...rule];
  const where = ['t.trashed_at IS NULL', ...parts.map(({ text }) => text)].join(' AND ');
  const values = parts.flatMap((part) => part.values);
  const from = `FROM rows t WHERE ${where}`;
  if (shape.group !== null) {
    const sum = shape.sum === null ? '' : `, sum(t."${shape.sum}")`;
    const by = shape.group === '' ? '' : `t."${shape.group}", `;
    return {
      page: { text: `SELECT ${by}count(*)${sum} ${from}${by === '' ? '' : ` GROUP BY 1 ORDER BY 1`}`, values },
      total: null,
    };
  }
  const offset = (pageAt(shape, rows) - 1) * PAGE;
  return {
    page: {
      text: `SELECT t.* ${from} ORDER BY ${orderOf(entity, work, shape)} LIMIT ${PAGE} OFFSET ${offset}`,
      values,
    },
    total: { text: `SELECT count(*) AS n ${from}`, values },
  };
}

function orderOf(entity: Entity, work: AnyWork, { sort }: ListShape): string {
  if (sort === null) return 't.id DESC';
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  const table = field !== undefined && isOneReference(field) ? work.beside[field.to] : undefined;
  const by = table === undefined ? `t."${name}"` : `(SELECT p.name FROM ${table} p WHERE p.id = t."${name}")`;
  return `${by} ${direction} NULLS LAST, t.id ${direction}`;
}

const SIGNS: Readonly<Record<string, string>> = { eq: '=', lt: '<', ge: '>=', ne: 'IS DISTINCT FROM' };

function compared(engine: Engine, entity: Entity, { field: name, op, value }: DrawnFilter): Statement {
  const column = `t."${name}"`;
  if (op === 'blank' || op === 'filled')
    return { text: `${column} IS ${op === 'blank' ? '' : 'NOT '}NULL`, values: [] };
  if (op === 'has') return { text: `${column} ${engine === 'sqlite' ? 'LIKE' : 'ILIKE'} ?`, values: [`%${value}%`] };
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  const values = (op === 'in' ? value.split(',') : [value]).map((text) => encoded(engine, field, text));
  if (op === 'in') return { text: `${column} IN (${values.map(() => '?').join(', ')})`, values };
  return { text: `${column} ${SIGNS[op] ?? '='} ?`, values };
}

function encoded(engine: Engine, field: Field | undefined, text: string): string | number {
  if (field === undefined) return text;
  const wire = isTruth(field.type) ? readValue(field, text) : normalValue(field, text);
  const value: SqlValue = encodeField(engine === 'sqlite' ? SQLITE : POSTGRES, field, wire);
  if (typeof value === 'bigint' || typeof value === 'boolean')
    return engine === 'sqlite' ? Number(value) : String(value);
  return typeof value === 'number' ? value : String(value ?? '');
}
