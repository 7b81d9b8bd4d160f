import type { Field, LinesField, Scope } from '@ninefold/model';
import type { Reader } from '../../../../storage/database/database.ts';
import type { SqlValue } from '../../../../storage/sql/sql-value.ts';
import { all, any, column, FALSE, raw, TRUE, value, type Sql } from '../../../../storage/sql/sql.ts';
import { compileInLines } from '../../../../storage/expressions/compile.ts';
import { searchedFields, searchedLines, wordsOf } from '../../../../storage/search/search-text.ts';
import type { Context } from '../../../context/context.ts';
import { rowsShowing } from '../../../views/field-access.ts';
import type { Found } from '../../../views/conditions.ts';
import type { View } from '../../../views/view.ts';
import { optionsSql } from './list-options.ts';
import { referringSql } from './list-references.ts';

/** The rows in which every word is found. */
export interface Search {
  /** To find all of them. */
  readonly all: Sql;
  /** To find some of them in an order. */
  readonly page: Sql;
  /** To look up all of them, where they are not too many for that. */
  readonly looked: Found | null;
  readonly few: boolean;
}

/** What is searched for. */
interface Searching {
  readonly search: string;
  /** Also in what lists show in their columns: titles of records, and labels of options. */
  readonly isInColumns: boolean;
  /** The language in which the reader sees options; left out: the source language. */
  readonly language: string | undefined;
  readonly reader: Reader;
  readonly scope: Scope;
}

/** Rows in which every word is found, in fields that this reader may read. */
export async function searchSql(
  context: Context,
  view: View,
  { search, isInColumns, language, reader, scope }: Searching,
): Promise<Search> {
  const { entity } = view;
  const fields = placesOf(view).filter(({ lines, field }) => view.access.fields.get((lines ?? field).id) !== 'never');
  const words = wordsOf(search);
  if (words.length === 0) return scannedOnly(fields.length === 0 ? FALSE : TRUE);
  const referring = isInColumns ? await referringSql(context, view, { words, reader, scope }) : [];
  const labelled = isInColumns ? optionsSql(context, view, { words, language }) : [];
  const shown = words.map((_, index) => somewhere(referring[index] ?? null, labelled[index] ?? null));
  const own = fields.length === 0 ? words.map(() => FALSE) : foundIn(context, view, { fields, words });
  const found = words.map((_, index) => any([own[index] ?? FALSE, shown[index] ?? FALSE]));
  const indexedWords = words.filter((_, index) => (shown[index] ?? null) === null);
  if (fields.length === 0 || indexedWords.length === 0) return scannedOnly(all(found));
  const { dialect } = context;
  const wanted = dialect.search.parameter(indexedWords);
  const hits = await hitsOf(context, reader, entity.id, wanted);
  const indexed = all([dialect.search.condition(entity.id, 't', value(wanted)), ...found]);
  const scanned = all(found);
  const { source, isPlanned } = dialect.search;
  const isLooked = hits <= MOST_LOOKED_UP;
  return {
    all: isPlanned || isLooked ? indexed : scanned,
    page: isPlanned || hits <= FEW ? indexed : scanned,
    looked: isLooked ? { from: source(entity.id, 't', value(wanted)), where: scanned } : null,
    few: hits <= FEW,
  };
}

function scannedOnly(rows: Sql): Search {
  return { all: rows, page: rows, looked: null, few: false };
}

/** The rows of either condition; null where there is none. */
function somewhere(...parts: readonly (Sql | null)[]): Sql | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : any(known);
}

/** A field that a search looks into; `lines`: the field whose lines have it. */
interface Place {
  readonly lines: LinesField | null;
  readonly field: Field;
}

function placesOf({ entity }: View): readonly Place[] {
  const inLines = searchedLines(entity).flatMap(({ lines, fields }) => fields.map((field) => ({ lines, field })));
  return [...searchedFields(entity).map((field) => ({ lines: null, field })), ...inLines];
}

/** For each word the rows that have it in one of the fields. */
function foundIn(
  context: Context,
  view: View,
  { fields, words }: { readonly fields: readonly Place[]; readonly words: readonly string[] },
): readonly Sql[] {
  const { dialect } = context;
  const { entity, rights } = view;
  const isWhole = fields.length === placesOf(view).length && fields.every((place) => isOpen(view, place));
  const stored = (word: string): Sql => raw(dialect.contains('t."_search"', '?'), value(word));
  const at = { model: context.model, dialect: dialect.expressions, entity: entity.id, alias: 't' };
  const has = ({ lines, field }: Place, word: string): Sql => {
    const found = ({ text }: Sql): Sql => dialect.containsFolded(text, word, stored(word));
    return lines === null ? found(column('t', field.id)) : compileInLines(at, { lines, field }, found);
  };
  const shown = (place: Place, word: string): Sql =>
    all([
      rowsShowing(context, entity, { rights, fields: [(place.lines ?? place.field).id], alias: 't' }),
      has(place, word),
    ]);
  return isWhole ? words.map(stored) : words.map((word) => any(fields.map((field) => shown(field, word))));
}

/** Up to this many rows are all read for one page; for more a scan in the order of the list is faster. */
const FEW = 2000;
/** Up to this many rows are looked up one by one to be counted; for more a scan of the table is faster. */
const MOST_LOOKED_UP = 20_000;
/** How long it is not asked again, in ms, how many rows a word leads to: that decides on the way, not on what is found. */
const REMEMBERED_MS = 10_000;
const MOST_REMEMBERED = 500;

const remembered = new WeakMap<Reader, Map<string, { readonly hits: number; readonly until: number }>>();

/** About how many rows the index has for these words, up to one more than are looked up. */
async function hitsOf({ dialect, db }: Context, reader: Reader, entity: string, wanted: SqlValue): Promise<number> {
  const known = remembered.get(db.read) ?? new Map<string, { readonly hits: number; readonly until: number }>();
  remembered.set(db.read, known);
  const key = `${entity} ${String(wanted)}`;
  const found = known.get(key);
  const now = performance.now();
  if (found && now < found.until) return found.hits;
  const hits = await dialect.search.hits(reader, entity, wanted, MOST_LOOKED_UP + 1);
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, { hits, until: now + REMEMBERED_MS });
  return hits;
}

function isOpen(view: View, { lines, field }: Place): boolean {
  const own = lines ?? field;
  return [own, field].every(({ visibleWhen }) => visibleWhen === null) && view.access.fields.get(own.id) === 'always';
}
