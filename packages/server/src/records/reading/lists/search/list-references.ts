import { isOneReference, mayOpen, type FieldOf, type Scope } from '@ninefold/model';
import { searchedFields } from '../../../../storage/search/search-text.ts';
import type { Reader } from '../../../../storage/database/database.ts';
import { all, any, column, join, raw, sql, table, value, valuesOf, type Sql } from '../../../../storage/sql/sql.ts';
import { entityOf, type Context } from '../../../context/context.ts';
import { granted } from '../../../views/conditions.ts';
import { rowsShowing } from '../../../views/field-access.ts';
import { titleTexts } from '../../../views/titles.ts';
import type { View } from '../../../views/view.ts';

type Reference = FieldOf<'reference'>;

/** A word that more records of one entity have in their titles says too little to look for. */
const MOST_TARGETS = 100;

/** Who searches for which words. */
interface Searching {
  readonly words: readonly string[];
  readonly reader: Reader;
  readonly scope: Scope;
}

/**
 * For each word the rows `t` that refer, in a column of a list, to a record whose title has the word, as this reader sees it.
 * Null where no such record is there.
 */
export async function referringSql(
  context: Context,
  view: View,
  { words, reader, scope }: Searching,
): Promise<readonly (Sql | null)[]> {
  const fields = shownReferences(context, view);
  const targets = [...new Set(fields.map(({ to }) => to))];
  const found: (Sql | null)[] = [];
  for (const word of words) {
    const parts: Sql[] = [];
    for (const to of targets) {
      const ids = await titled(context, view, { to, word, reader, scope });
      if (ids.length > 0)
        parts.push(...fields.filter((field) => field.to === to).map((field) => pointing(context, view, field, ids)));
    }
    found.push(parts.length === 0 ? null : any(parts));
  }
  return found;
}

/** The references that lists show to this reader; all of them where no list says which. */
function shownReferences({ model }: Context, { entity, rights, access }: View): readonly Reference[] {
  const columns = model.screens.flatMap((screen) =>
    screen.kind === 'list' && screen.entity === entity.id && mayOpen(screen, rights) ? screen.columns : [],
  );
  return Object.values(entity.fields).filter(
    (field): field is Reference =>
      isOneReference(field) &&
      access.fields.get(field.id) !== 'never' &&
      (columns.length === 0 || columns.includes(field.id)),
  );
}

async function titled(
  context: Context,
  { rights }: View,
  { to, word, reader, scope }: Omit<Searching, 'words'> & { readonly to: string; readonly word: string },
): Promise<readonly string[]> {
  const entity = entityOf(context, to);
  if (searchedFields(entity).length === 0) return [];
  const { search, contains } = context.dialect;
  const titles = titleTexts(context, entity, 't', rights);
  const rows = all([
    search.condition(to, 't', value(search.parameter([word]))),
    sql`t."trashed_at" IS NULL`,
    granted(context, rights, { entity, verbs: ['read', 'refer'], alias: 't' }),
    any(titles.map((title) => raw(contains(`nf_fold(${title.text})`, '?'), title, value(word)))),
  ]);
  const statement = sql`SELECT t."id" AS id FROM ${table(to)} t WHERE ${rows} LIMIT ${raw(String(MOST_TARGETS + 1))}`;
  const found = await reader.all(statement, valuesOf(statement, scope));
  return found.length > MOST_TARGETS ? [] : found.map(({ id }) => String(id));
}

function pointing(context: Context, { entity, rights }: View, { id }: Reference, ids: readonly string[]): Sql {
  return all([
    sql`${column('t', id)} IN (${join(ids.map(value), ', ')})`,
    rowsShowing(context, entity, { rights, fields: [id], alias: 't' }),
  ]);
}
