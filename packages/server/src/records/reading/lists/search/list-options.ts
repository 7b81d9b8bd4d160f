import { hasOptions, mayOpen, type ChoiceField, type ChoicesField } from '@ninefold/model';
import { columnOf, storageOf } from '../../../../storage/columns/registry.ts';
import { fold } from '../../../../storage/search/search-text.ts';
import { childTable } from '../../../../storage/sql/names.ts';
import { all, any, column, join, sql, table, value, type Sql } from '../../../../storage/sql/sql.ts';
import type { Context } from '../../../context/context.ts';
import { rowsShowing } from '../../../views/field-access.ts';
import type { View } from '../../../views/view.ts';

type Offering = ChoiceField | ChoicesField;

/** Who searches for which words, in which language they see options. */
interface Searching {
  readonly words: readonly string[];
  readonly language: string | undefined;
}

/**
 * For each word the rows `t` that have, in a column of a list, an option whose label in the reader's language has the word.
 * Null where no label has it, and where the labels are not known.
 */
export function optionsSql(context: Context, view: View, { words, language }: Searching): readonly (Sql | null)[] {
  const { optionLabel } = context;
  if (optionLabel === undefined) return words.map(() => null);
  const labelled = shownChoices(context, view).map((field) => ({
    field,
    labels: field.options.map((option) => [option, fold(optionLabel(view.entity, field, option, language))] as const),
  }));
  return words.map((word) => {
    const parts = labelled.flatMap(({ field, labels }) => {
      const options = labels.flatMap(([option, label]) => (label.includes(word) ? [option] : []));
      return options.length === 0 ? [] : [having(context, view, field, options)];
    });
    return parts.length === 0 ? null : any(parts);
  });
}

/** The stored choices that lists show to this reader; all of them where no list says which. */
function shownChoices({ model }: Context, { entity, rights, access }: View): readonly Offering[] {
  const columns = model.screens.flatMap((screen) =>
    screen.kind === 'list' && screen.entity === entity.id && mayOpen(screen, rights) ? screen.columns : [],
  );
  return Object.values(entity.fields).filter(
    (field): field is Offering =>
      hasOptions(field) &&
      (columnOf(field) !== null || storageOf(field)?.kind === 'links') &&
      access.fields.get(field.id) !== 'never' &&
      (columns.length === 0 || columns.includes(field.id)),
  );
}

function having(context: Context, { entity, rights }: View, field: Offering, options: readonly string[]): Sql {
  const wanted = join(options.map(value), ', ');
  const links = sql`SELECT 1 FROM ${table(childTable(entity.id, field.id))} l WHERE l."record" = t."id"`;
  return all([
    columnOf(field) === null
      ? sql`EXISTS (${links} AND l."value" IN (${wanted}))`
      : sql`${column('t', field.id)} IN (${wanted})`,
    rowsShowing(context, entity, { rights, fields: [field.id], alias: 't' }),
  ]);
}
