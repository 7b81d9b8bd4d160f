import { mayBe, RESERVED, RESERVED_AT } from '@ninefold/spec';
import { isProse, isTruth } from '@ninefold/model';
import { basename, extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { Unusable } from '../arguments/unusable.ts';
import { booleanNamed } from '@ninefold/server/boolean-words';
import { guessType, type Guess } from './guess-type.ts';

/** A column of a file as a field. */
export interface Column {
  /** As it stands in the file. */
  readonly head: string;
  readonly id: string;
  readonly guess: Guess;
  readonly required: boolean;
  readonly unique: boolean;
}

/** An entity as a file of records suggests it, and the records with the ids as heads. */
export interface FromCsv {
  readonly entity: string;
  readonly columns: readonly Column[];
  /** The column that names a record; null where none is filled and different everywhere. */
  readonly key: string | null;
  readonly rows: readonly (readonly string[])[];
}

/** The id of an application that is made in this folder; `otherwise` where its name has no Latin letters. */
export function nameFor(folder: string, otherwise: string): string {
  return idOf(basename(folder), otherwise, new Set(RESERVED));
}

/** `user` is there already. */
const NO_ENTITIES: readonly string[] = [...RESERVED, ...RESERVED_AT.entity, 'user'];
const NO_FIELDS: readonly string[] = [...RESERVED, ...RESERVED_AT.field];

/** Reads a file of records; `,`, `;` and tabs divide, the first row names the columns. Throws `Unusable`. */
export function fromCsv(file: string, text: string): FromCsv {
  const [head = [], ...rows] = table(file, text);
  if (head.length === 0 || rows.length === 0) throw new Unusable('refused.csv_empty', { file });
  const entity = idOf(basename(file, extname(file)), 'thing', new Set(NO_ENTITIES));
  const taken = new Set<string>();
  const columns = head.map((name, index): Column => {
    const cells = rows.map((row) => row[index] ?? '');
    const id = idOf(name, `column_${String(index + 1)}`, new Set([...NO_FIELDS, ...taken]));
    taken.add(id);
    const filled = cells.filter((cell) => cell.trim() !== '');
    const isAll = filled.length === cells.length;
    const unique = isAll && cells.length > 1 && new Set(cells).size === cells.length;
    return { head: name, id, guess: guessType(cells), required: isAll, unique };
  });
  const key = columns.find(({ unique, guess }) => unique && mayBe(guess.type, 'key'))?.id ?? null;
  return { entity, columns, key, rows };
}

/** Kana and kanji. */
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

function table(file: string, text: string): readonly (readonly string[])[] {
  const [first = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relaxColumnCount: true,
      skipEmptyLines: true,
      trim: true,
    });
  } catch (error) {
    throw new Unusable('refused.csv_broken', { file, reason: error instanceof Error ? error.message : String(error) });
  }
}

/** An id made of a name: `Bought on` is `bought_on`; a name without Latin letters is numbered. */
function idOf(name: string, otherwise: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 36);
  const base = plain === '' ? otherwise : plain;
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.has(`${base}_${String(number)}`)) return `${base}_${String(number)}`;
}

/**
 * The specification of the file under this name, and its records as a data file. The names of columns in Japanese become texts in Japanese
 * where the person reads that, too (`language`).
 */
export function filesOf(
  { entity, columns, key, rows }: FromCsv,
  language = 'en',
  name = entity,
): Readonly<Record<string, string>> {
  const fields = columns.map((column) => `      ${column.id}: ${fieldText(column, column.id === key)}\n`);
  const line = columns.find(({ guess }) => isProse(guess.type, 'line'));
  const title = line ?? columns.find(({ guess }) => mayBe(guess.type, 'title'));
  const titled = title === undefined ? '' : `    title: ${title.id}\n`;
  const named = key === null ? '' : `    key: ${key}\n`;
  const isJapanese = language === 'ja' && columns.some(({ head }) => JAPANESE.test(head));
  const languages = isJapanese ? '  languages: [ja, en]\n' : '';
  return {
    'app.yaml': `ninefold: 1\npurpose:\n  name: ${name}\n${languages}entities:\n  ${entity}:\n${titled}${named}    fields:\n${fields.join('')}${rolesFor(entity)}`,
    [`data/${entity}.csv`]: [
      columns.map(({ id }) => id),
      ...rows.map((row) => columns.map(({ guess }, index) => valueOf(guess, row[index] ?? ''))),
    ]
      .map((row) => `${row.map(cell).join(',')}\n`)
      .join(''),
  };
}

/** Everybody may do everything with the records; who looks after the accounts has a role of their own. */
function rolesFor(entity: string): string {
  return `roles:
  employee:
    members: everyone
    ${entity}: all
    user: { refer: true }
  administrator:
    runtime: [spec, users, faults]
    user: { read: true, update: true, grant: [administrator] }
`;
}

function fieldText({ head, id, guess, required, unique }: Column, isKey: boolean): string {
  const label = head === id ? [] : [`label: ${JSON.stringify(head)}`];
  const flags = [
    ...(required && !isTruth(guess.type) ? ['required: true'] : []),
    ...(unique && isKey ? ['unique: true'] : []),
  ];
  const keys = Object.entries(guess.keys).map(([name, value]) => `${name}: ${value}`);
  return `{ ${[`type: ${guess.type}`, ...label, ...flags, ...keys].join(', ')} }`;
}

/** Data files hold yes and no as `true` and `false`. */
function valueOf({ type, written }: Guess, cell: string): string {
  const truth = isTruth(type) ? booleanNamed(cell.trim()) : null;
  return truth === null ? written(cell) : String(truth);
}

/** What begins with `=` would be an expression. */
function cell(text: string): string {
  const safe = text.startsWith('=') ? ` ${text}` : text;
  return /[",\n\r]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}
