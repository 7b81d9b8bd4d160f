import type { Field } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import type { SqlValue } from '../../storage/sql-value.ts';
import { quoted } from '../../storage/names.ts';
import { wordsOf } from '../../storage/search/grams.ts';
import { searchedFields } from '../../storage/search/searched.ts';
import type { Context } from '../context.ts';
import { rowsShowing } from './field-access.ts';
import { every, FALSE, some, sql, TRUE, type Found, type Sql } from './sql.ts';
import type { View } from './view.ts';

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

/** Rows in which every word is found, in fields that this reader may read. */
export async function searchSql(context: Context, view: View, search: string): Promise<Search> {
  const { entity, rights } = view;
  const fields = searchedFields(entity).filter(({ id }) => view.access.fields.get(id) !== 'never');
  const words = wordsOf(search);
  if (fields.length === 0 || words.length === 0) {
    const rows = fields.length === 0 ? FALSE : TRUE;
    return { all: rows, page: rows, looked: null, few: false };
  }
  const { dialect } = context;
  const wanted = dialect.search.parameter(words);
  const hits = await hitsOf(context, entity.id, wanted);
  const isWhole = fields.length === searchedFields(entity).length && fields.every((field) => isOpen(view, field));
  const shown = (field: Field, word: string): Sql =>
    every([
      rowsShowing(context, entity, rights, [field.id], 't'),
      sql(dialect.contains(`nf_fold(t.${quoted(field.id)})`, '?'), word),
    ]);
  const found = isWhole
    ? words.map((word) => sql(dialect.contains('t."_search"', '?'), word))
    : words.map((word) => some(fields.map((field) => shown(field, word))));
  const indexed = every([sql(dialect.search.condition(entity.id, 't'), wanted), ...found]);
  const walked = every(found);
  const { source, isPlanned } = dialect.search;
  const isLooked = hits <= MOST_LOOKED_UP;
  return {
    all: isPlanned || isLooked ? indexed : walked,
    page: isPlanned || hits <= FEW ? indexed : walked,
    looked: isLooked ? { from: sql(source(entity.id, 't'), wanted), where: walked } : null,
    few: hits <= FEW,
  };
}

/** So many rows are all looked at for one page; of more it is faster to walk the table in the order of the list. */
const FEW = 2000;
/** So many are looked up one by one to be counted; of more it is faster to look at all that there are. */
const MOST_LOOKED_UP = 20_000;
/** How long it is not asked again, in ms, how many rows a word leads to: that decides on the way, not on what is found. */
const KEPT_MS = 10_000;
const MOST_KEPT = 500;

const kept = new WeakMap<Reader, Map<string, { readonly hits: number; readonly until: number }>>();

/** About how many rows the index has for these words, up to one more than are looked up. */
async function hitsOf({ dialect, db }: Context, entity: string, wanted: SqlValue): Promise<number> {
  const known = kept.get(db.read) ?? new Map<string, { readonly hits: number; readonly until: number }>();
  kept.set(db.read, known);
  const key = `${entity} ${String(wanted)}`;
  const found = known.get(key);
  const now = performance.now();
  if (found && now < found.until) return found.hits;
  const hits = await dialect.search.hits(db.read, entity, wanted, MOST_LOOKED_UP + 1);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, { hits, until: now + KEPT_MS });
  return hits;
}

function isOpen(view: View, field: Field): boolean {
  return view.access.fields.get(field.id) === 'always' && field.visibleWhen === null;
}
