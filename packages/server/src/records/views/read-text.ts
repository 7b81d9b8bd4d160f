import { type Entity, type Field, fieldIn } from '@ninefold/model';
import { column, sql, type Sql } from '../../storage/sql/sql.ts';

/**
 * The value of a field in the row that `alias` names, as a reader of this language reads it: of a translated text that in the
 * language, else that in the source language; null: the source language.
 */
export function readText({ fields }: Entity, field: Field, alias: string, language: string | null | undefined): Sql {
  const own = column(alias, field.id);
  const translated = fieldIn(fields, field, language);
  return translated === null ? own : sql`coalesce(${column(alias, translated.id)}, ${own})`;
}
