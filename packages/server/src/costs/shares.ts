import { type Entity, type Expression, type Field, isLines, type Model } from '@ninefold/model';
import { fileText } from '../storage/columns/file.ts';
import { DENORMALISED } from '../storage/denormalised/denormalised-columns.ts';
import type { ColumnShape, TableShape } from '../storage/database/shapes.ts';
import type { SqlValue } from '../storage/sql/sql-value.ts';

/** What is assumed of the values of rows that nobody has written yet. */
export const SHARES = {
  /** Share of rows in which a field that is not required is blank. */
  blank: 0.2,
  /** Dates lie within so many years, of which so many are to come; records were made in those that have passed. */
  years: 3,
  yearsToCome: 1,
  /** Numbers without bounds of their own lie between 0 and this. */
  number: 10_000,
  /** Items of a list field for each record: one in so many records has one. */
  items: 0.2,
  /** Lines of each record. */
  lines: 2,
  /** Users, where neither the caller nor a data file says how many there are. */
  users: 1000,
} as const;

/** How the values of one column are drawn, and how many different ones there are in all rows, as far as that is bounded. */
export interface ValueSource {
  /** `turn` counts the rows of the table from 0, in the order in which they were made. */
  draw(turn: number): SqlValue;
  /** How many different values the column has among so many rows. */
  distinct(rows: number): number;
}

/** What values are drawn from. */
export interface Ground {
  readonly model: Model;
  /** From 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** The moment at which lists are asked for, in ms. */
  readonly now: number;
  /** Ids of the sampled rows of a table, in the order in which they were made. */
  ids(table: string): readonly string[];
  /** How many rows a table is to have. */
  rows(table: string): number;
}

const YEAR_MS = 365.25 * 86_400_000;
const DAYS = Math.round((SHARES.years * YEAR_MS) / 86_400_000);

/** The source of a column's values; null where it stays blank, or is worked out by the database. */
export function valueSource(ground: Ground, { name: table }: TableShape, column: ColumnShape): ValueSource | null {
  const system = SYSTEM[column.name]?.(ground, table);
  if (system !== undefined) return system;
  if (column.name.startsWith(DENORMALISED)) return null;
  const field = fieldOf(ground.model, table, column.name);
  const drawn = drawnValues(ground, column, field);
  const isFilled = column.required || field === null || field.required;
  if (isFilled) return drawn;
  return { ...drawn, draw: (turn) => (ground.random() < SHARES.blank ? null : drawn.draw(turn)) };
}

/** Columns that every table of records has. Those that are null here stay blank. */
const SYSTEM: Readonly<Record<string, (ground: Ground, table: string) => ValueSource | null>> = {
  id: (ground, table) => ({ draw: (turn) => ground.ids(table)[turn] ?? null, distinct: (rows) => rows }),
  version: () => ({ draw: () => 1, distinct: () => 1 }),
  created_at: madeAt,
  changed_at: madeAt,
  state_since: madeAt,
  trashed_at: () => null,
  trashed_with: () => null,
  _search: () => null,
};

/** The moment at which the row of this turn was made: rows are made evenly over the years that have passed. */
export function momentOf(ground: Pick<Ground, 'now' | 'ids'>, table: string, turn: number): string {
  const passed = (SHARES.years - SHARES.yearsToCome) * YEAR_MS;
  const share = turn / Math.max(1, ground.ids(table).length);
  return new Date(ground.now - passed * (1 - share)).toISOString();
}

function madeAt(ground: Ground, table: string): ValueSource {
  return { draw: (turn) => momentOf(ground, table, turn), distinct: (rows) => rows };
}

function drawnValues(ground: Ground, column: ColumnShape, field: Field | null): ValueSource {
  const { options, references, holds } = column;
  if (options !== null) return oneOf(ground, options, options.length);
  if (references !== null) return oneOf(ground, ground.ids(references.table), ground.rows(references.table));
  if (holds === 'boolean') return { draw: () => (ground.random() < 0.5 ? 1 : 0), distinct: () => 2 };
  if (holds === 'text') return textValues(ground, column);
  const [from, to] = boundsOf(column, field);
  return {
    draw: () => Math.floor(from + ground.random() * (to - from + 1)),
    distinct: (rows) => Math.min(rows, Math.floor(to - from + 1)),
  };
}

function oneOf({ random }: Ground, values: readonly string[], many: number): ValueSource {
  return {
    draw: () => values[Math.floor(random() * values.length)] ?? null,
    distinct: (rows) => Math.min(rows, Math.max(1, many)),
  };
}

/** Texts differ from row to row, days and moments lie evenly in the years. */
function textValues({ random, now }: Ground, { name, meaning }: ColumnShape): ValueSource {
  const moment = (): string => {
    const share = random() * SHARES.years - (SHARES.years - SHARES.yearsToCome);
    return new Date(now + share * YEAR_MS).toISOString();
  };
  const [word = ''] = meaning.split(' ');
  if (word === 'date') return { draw: () => moment().slice(0, 10), distinct: (rows) => Math.min(rows, DAYS) };
  if (word === 'datetime') return { draw: moment, distinct: (rows) => rows };
  if (word === 'time') return { draw: () => moment().slice(11, 16), distinct: (rows) => Math.min(rows, 24 * 60) };
  const text = (turn: number): string => `${name} ${String(turn)}`;
  if (word === 'json') return { draw: (turn) => JSON.stringify({ name: text(turn) }), distinct: (rows) => rows };
  if (word === 'file') return { draw: (turn) => fileNamed(text(turn)), distinct: (rows) => rows };
  return { draw: text, distinct: (rows) => rows };
}

/** A small file, as its column holds it. */
function fileNamed(name: string): SqlValue {
  return fileText({ id: name, name, size: SHARES.number, type: 'text/plain' });
}

function boundsOf({ scale }: ColumnShape, field: Field | null): readonly [number, number] {
  const from = numberIn(field?.min ?? null) ?? 0;
  const to = numberIn(field?.max ?? null) ?? Math.max(SHARES.number, from);
  const unit = 10 ** scale;
  return [from * unit, Math.max(from, to) * unit];
}

/** The number that a bound is written as; null where it has to be worked out. */
function numberIn(bound: Expression | null): number | null {
  const tree = bound?.tree ?? null;
  const value = tree?.node === 'literal' ? Number(tree.value) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** The field that a column of a table of records, or of its lines, belongs to. */
function fieldOf(model: Model, table: string, column: string): Field | null {
  const own = Object.hasOwn(model.entities, table) ? model.entities[table] : undefined;
  if (own !== undefined) return ownField(own, column);
  const [entity = '', list = ''] = table.split('.');
  const lines = ownField(model.entities[entity], list);
  return lines !== null && isLines(lines) ? (lines.fields[column] ?? null) : null;
}

function ownField(entity: Entity | undefined, name: string): Field | null {
  return entity !== undefined && Object.hasOwn(entity.fields, name) ? (entity.fields[name] ?? null) : null;
}
