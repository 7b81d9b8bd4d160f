import {
  formatDecimal,
  instantOf,
  isDate,
  isNamed,
  parseDate,
  parseDatetime,
  parseDecimal,
  parseInstant,
  parseNumber,
  type DatetimeContext,
  type Field,
  type FieldType,
  type Wire,
} from '@ninefold/model';
import { jsonIn } from './json-in.ts';
import { truthOf } from './truths.ts';

/** What a cell of a table holds; a `Date` is a day or a wall clock, read as if it were in UTC. */
export type Cell = string | number | boolean | Date | null;

/** What reading a cell depends on. */
export interface CellContext extends DatetimeContext {
  /** Names of an option: its id, and its labels in every language. */
  readonly options: (field: Field, option: string) => readonly string[];
}

/** A cell as the field's value; what cannot be read stays as it is, for the write to refuse at its place. */
export function cellValue(field: Field, cell: Cell, context: CellContext): Wire {
  const given = typeof cell === 'string' ? cell.trim() : cell;
  if (given === null || given === '') return BLANK[field.type] ?? null;
  return READERS[field.type](given, field, context);
}

const BLANK: Readonly<Partial<Record<FieldType, Wire>>> = { boolean: false, lines: [], references: [], choices: [] };

type Reader = (cell: Exclude<Cell, null>, field: Field, context: CellContext) => Wire;

const text: Reader = (cell) => textOf(cell);
const list: Reader = (cell) => parts(textOf(cell));

const decimal: Reader = (cell, field, { language }) => {
  const written = textOf(cell);
  const scale = 'scale' in field ? field.scale : 0;
  const plain = /^-?\d+(?:\.(\d+))?$/.exec(written);
  const exact = plain && (typeof cell === 'number' || (plain[1] ?? '').length <= scale) ? parseDecimal(written) : null;
  return exact === null ? (parseNumber(written, language) ?? written) : formatDecimal(exact, Math.max(scale, 0));
};

const READERS: Readonly<Record<FieldType, Reader>> = {
  string: text,
  text,
  sequence: text,
  reference: text,
  references: list,
  choice: (cell, field, context) => optionOf(field, textOf(cell), context),
  choices: (cell, field, context) => parts(textOf(cell)).map((part) => optionOf(field, part, context)),
  boolean: (cell) => {
    const written = textOf(cell);
    return truthOf(written) ?? (written === '1' ? true : written === '0' ? false : written);
  },
  date: (cell, _field, context) => {
    const written = textOf(cell).replace(/T00:00:00(?:\.000)?Z$/, '');
    return isDate(written) ? written : (parseDate(written, context) ?? written);
  },
  datetime: (cell, _field, context) => {
    if (cell instanceof Date) return new Date(instantOf(cell.getTime(), context.timeZone)).toISOString();
    const written = textOf(cell);
    return parseInstant(written) ?? parseDatetime(written, context) ?? written;
  },
  integer: (cell, _field, { language }) => {
    const number = parseNumber(textOf(cell), language);
    return number !== null && /^-?\d{1,15}$/.test(number) ? Number(number) : textOf(cell);
  },
  number: decimal,
  money: decimal,
  percent: decimal,
  lines: (cell) => jsonIn(textOf(cell)) ?? textOf(cell),
};

/** A cell as people write it. */
export function textOf(cell: Cell): string {
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'number' && /e/.test(String(cell))) return cell.toFixed(10);
  return cell === null ? '' : String(cell).trim();
}

function parts(written: string): readonly string[] {
  return written
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function optionOf(field: Field, written: string, { options }: CellContext): string {
  if (!('options' in field)) return written;
  return field.options.find((option) => isNamed(written, options(field, option))) ?? written;
}
