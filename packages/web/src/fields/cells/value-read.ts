import { isTranslated, partId, type Field, type Holder, type Wire } from '@ninefold/model';

/** What somebody reads of a field, and the language of its text where that is known. */
export interface ValueRead {
  readonly value: Wire | undefined;
  readonly language: string | null;
}

/**
 * The value of a field in a record as a reader of this language reads it: of a translated text that in the language, else that
 * in the source language.
 */
export function valueRead(field: Field, record: Holder, language: string): ValueRead {
  const own = record[field.id] as Wire | undefined; // records hold values of JSON
  if (!isTranslated(field)) return { value: own, language: null };
  const translated = record[partId(field.id, language)];
  const isThere = typeof translated === 'string' && translated !== '';
  return isThere ? { value: translated, language } : { value: own, language: field.language };
}
