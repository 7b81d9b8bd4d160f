import type { Field } from '@ninefold/model';
import { quoted } from '../../storage/names.ts';
import { wordsOf } from '../../storage/search/grams.ts';
import { searchedFields } from '../../storage/search/searched.ts';
import type { Context } from '../context.ts';
import { rowsShowing } from './field-access.ts';
import { every, FALSE, some, sql, type Sql } from './sql.ts';
import type { View } from './view.ts';

/** Rows in which every word is found, in fields that this reader may read. */
export async function searchSql(context: Context, view: View, search: string): Promise<Sql> {
  const { entity, rights } = view;
  const fields = searchedFields(entity).filter(({ id }) => view.access.fields.get(id) !== 'never');
  if (fields.length === 0) return FALSE;
  const words = wordsOf(search);
  if (words.length === 0) return every([]);
  const { dialect, db } = context;
  const wanted = dialect.search.parameter(words);
  const narrows = await dialect.search.narrows(db.read, entity.id, wanted);
  const indexed = narrows ? [sql(dialect.search.condition(entity.id, 't'), wanted)] : [];
  const isWhole = fields.length === searchedFields(entity).length && fields.every((field) => isOpen(view, field));
  if (isWhole) return every([...indexed, ...words.map((word) => sql(dialect.contains('t."_search"', '?'), word))]);
  const shown = (field: Field, word: string): Sql =>
    every([
      rowsShowing(context, entity, rights, [field.id], 't'),
      sql(dialect.contains(`nf_fold(t.${quoted(field.id)})`, '?'), word),
    ]);
  return every([...indexed, ...words.map((word) => some(fields.map((field) => shown(field, word))))]);
}

function isOpen(view: View, field: Field): boolean {
  return view.access.fields.get(field.id) === 'always' && field.visibleWhen === null;
}
