import type { Entity, Field, FieldOf, FieldType, Wire } from '@ninefold/model';
import type { Cell, Sql } from '../sql/sql.ts';
import type { SqlValue } from '../sql/sql-value.ts';
import type { Codecs } from './codec.ts';
import { booleanColumn } from './boolean.ts';
import { choiceColumn } from './choice.ts';
import { choicesStorage, referencesStorage } from './choices.ts';
import type { ChildRows, Column, Meaning, Storage, Texts } from './column.ts';
import { dateColumn } from './date.ts';
import { datetimeColumn } from './datetime.ts';
import { durationColumn } from './duration.ts';
import { fileColumn, filesStorage } from './file.ts';
import { timeColumn } from './time.ts';
import { integerColumn } from './integer.ts';
import { jsonColumn } from './json.ts';
import { linesStorage } from './lines.ts';
import { TEXT } from './meaning.ts';
import { decimalColumn } from './number.ts';
import { referenceColumn } from './reference.ts';
import { secretColumn } from './secret.ts';
import { sequenceColumn } from './sequence.ts';
import { stringColumn } from './string.ts';
import { textColumn } from './text.ts';

const STORAGE: { readonly [T in FieldType]: Storage<FieldOf<T>> } = {
  string: stringColumn,
  text: textColumn,
  choice: choiceColumn,
  choices: choicesStorage,
  sequence: sequenceColumn,
  reference: referenceColumn,
  references: referencesStorage,
  integer: integerColumn,
  number: decimalColumn,
  money: decimalColumn,
  percent: decimalColumn,
  boolean: booleanColumn,
  date: dateColumn,
  datetime: datetimeColumn,
  duration: durationColumn,
  time: timeColumn,
  file: fileColumn,
  files: filesStorage,
  json: jsonColumn,
  secret: secretColumn,
  lines: linesStorage,
};

/** The codecs of a database; every `Dialect` has them. */
interface Coding {
  readonly codecs: Codecs;
}

/** Where the values of a field live: a column, child rows, or nowhere (`null`: it is computed at each read). */
export function storageOf(field: Field): Storage<Field> | null {
  if (field.computed?.live === true) return null;
  return registered(field);
}

function registered(field: Field): Storage<Field> {
  return STORAGE[field.type] as unknown as Storage<Field>; // the registry pairs each type with its storage
}

/** The column of a field, or null where it has none. */
export function columnOf(field: Field): Column<Field> | null {
  const storage = storageOf(field);
  return storage?.kind === 'column' ? storage : null;
}

/** The column of a field or of the id, and the parameter that it equals, where it holds plain text: equal values are the same text. */
export function textCell({ fields }: Entity, name: string, { params }: Sql): readonly Cell[] {
  const [value] = params;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const isText = field ? columnOf(field)?.holds === 'text' : name === 'id';
  return isText && value !== undefined ? [{ column: name, value }] : [];
}

/** How the items of a field's link table are stored; null where it has none. */
export function linksOf(field: Field): ChildRows | null {
  const storage = storageOf(field);
  return storage?.kind === 'links' ? storage : null;
}

/** A wire value as its column holds it. Only for fields that have one. */
export function encodeField({ codecs }: Coding, field: Field, value: Wire | undefined): SqlValue {
  const column = columnOf(field);
  return column ? codecs[column.holds].encode(column.encode(value ?? null, field), scaleOf(field)) : null;
}

/** What the column of a field holds, in wire form; null for fields without a column. */
export function decodeField({ codecs }: Coding, field: Field, value: SqlValue | undefined): Wire {
  const column = columnOf(field);
  return column ? column.decode(codecs[column.holds].decode(value ?? null, scaleOf(field)), field) : null;
}

/** The same for many values of one field; null for one without a column. */
export function fieldReader({ codecs }: Coding, field: Field): ((value: SqlValue) => Wire) | null {
  const column = columnOf(field);
  if (column === null) return null;
  const codec = codecs[column.holds];
  const scale = scaleOf(field);
  return (value) => column.decode(codec.decode(value, scale), field);
}

/** The decimals that the column of a field keeps. */
export function scaleOf(field: Field): number {
  return decimalsOf(field) ?? 0;
}

/** How many decimals a field keeps; null where it is no number. */
export function decimalsOf(field: Field): number | null {
  const storage = registered(field);
  return storage.kind === 'column' ? storage.decimals(field) : null;
}

/** How the stored values of a field have to be read. */
export function meaningOf(field: Field): string {
  const column = columnOf(field);
  const detail = column?.detail(field) ?? null;
  return `${(column?.meaning ?? TEXT).word}${detail === null ? '' : ` ${detail}`}`;
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.values(STORAGE).flatMap((storage) =>
    storage.kind === 'column' ? [[storage.meaning.word, storage.meaning] as const] : [],
  ),
);

/** SQL of a stored value as a text, by the meaning of its column. */
export function storedText(texts: Texts, column: string, meaning: string): string {
  const [word = '', detail = ''] = meaning.split(' ');
  return (MEANINGS.get(word) ?? TEXT).text(texts, column, detail);
}

/** Whether two texts say the same in a column of this meaning. */
export function saysTheSame(meaning: string, text: string, other: string): boolean {
  return (MEANINGS.get(meaning.split(' ')[0] ?? '') ?? TEXT).same(text, other);
}

/** SQL that is true in rows in which a column of this meaning says anything. */
export function filledColumn(column: string, meaning: string): string {
  return (MEANINGS.get(meaning.split(' ')[0] ?? '') ?? TEXT).filled(column);
}
