/** Rows of a table that a statement reads or writes: one, or null for any of them. */
export interface Touched {
  readonly table: string;
  readonly row: string | null;
  readonly writes: boolean;
}

/** What a statement with these values touches; null where that cannot be said. */
export type TouchedBy = (values: readonly unknown[]) => readonly Touched[] | null;

/** Quoted names, texts, and the places of values. */
const PIECES = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\?/g;
const NAME = '("(?:[^"]|"")*")';
const INSERT = new RegExp(`^INSERT INTO ${NAME} \\(${NAME}(?:, ${NAME})?`);
const UPDATE = new RegExp(`^UPDATE ${NAME} SET (?:${NAME} = \\?(?:, )?)+ WHERE ${NAME} = \\?$`);
const DELETE = new RegExp(`^DELETE FROM ${NAME} WHERE ${NAME} = \\?$`);
const ONE = new RegExp(
  ` FROM ${NAME}(?: t)? WHERE (?:t\\.)?${NAME} = \\?(?= ORDER BY | AND \\(| AND ${NAME} > \\?$| LIMIT |\\)|$)`,
);
const READS = /^(?:SELECT|WITH RECURSIVE)\b/;
const WRITES = /\b(?:INSERT|UPDATE|DELETE|nextval|setval)\b/i;

const known = new Map<string, TouchedBy>();
const MOST_KNOWN = 3000;

/** Every name of a table in our statements is quoted, so that what is read is among the quoted names: rather too much than too little. */
export function touchedBy(text: string): TouchedBy {
  const found = known.get(text);
  if (found) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const touched = analysed(text);
  known.set(text, touched);
  return touched;
}

function analysed(text: string): TouchedBy {
  const [, inserted, first, second] = INSERT.exec(text) ?? [];
  if (inserted !== undefined && !/\bSELECT\b/.test(text))
    return written(inserted, [first, second].indexOf(keyOf(inserted)));
  const [, changed, , named] = UPDATE.exec(text) ?? [];
  if (changed !== undefined) return written(changed, named === keyOf(changed) ? placesIn(text) - 1 : -1);
  const [, emptied, by] = DELETE.exec(text) ?? [];
  if (emptied !== undefined && isPart(emptied)) return written(emptied, by === keyOf(emptied) ? 0 : -1);
  return READS.test(text) && !WRITES.test(text.replace(PIECES, '')) ? read(text) : () => null;
}

function written(table: string, place: number): TouchedBy {
  return (values) => [{ table, row: rowAt(values, place), writes: true }];
}

function read(text: string): TouchedBy {
  const names = text.match(PIECES)?.filter((piece) => piece.startsWith('"')) ?? [];
  const [start, table, by] = ONE.exec(text) ?? [];
  const isOne = table !== undefined && by === keyOf(table) && names.filter((name) => name === table).length === 1;
  const place = isOne ? placesIn(text.slice(0, text.indexOf(start ?? ''))) : -1;
  const others = [...new Set(names)].filter((name) => !isOne || name !== table);
  const any = others.map((name) => ({ table: name, row: null, writes: false }));
  return isOne ? (values) => [{ table, row: rowAt(values, place), writes: false }, ...any] : () => any;
}

function rowAt(values: readonly unknown[], place: number): string | null {
  const value = values[place];
  return typeof value === 'string' ? value : null;
}

function placesIn(text: string): number {
  return text.match(PIECES)?.filter((piece) => piece === '?').length ?? 0;
}

/** Rows of lists and lines are those of their record. */
function keyOf(table: string): string {
  return isPart(table) ? '"record"' : '"id"';
}

function isPart(table: string): boolean {
  return table.includes('.');
}
