import { isTitledInWords, isTranslated, isTruth, mayBeNameless, titleParts, type Model } from '@ninefold/model';
import type { ServedApplication } from '../specification/served.ts';
import { readerIn } from './labels.ts';
import { byKind, type Reader } from './told-values.ts';

/**
 * Signs around a value that a title shows in words: `OPEN entity field BETWEEN value CLOSE`; without field and value the name
 * of the entity, where a record has no title. Statements put them there, and whatever leaves the server puts the words of the reader in their place. Unicode keeps these signs free for such uses; they
 * are no characters of texts.
 */
export const OPEN = '\uFDD0';
export const BETWEEN = '\uFDD1';
export const CLOSE = '\uFDD2';
/** Stands between the texts of a translated value, which begin with that in the source language. */
export const LANGUAGE = '\uFDD3';

const MARKED = new RegExp(`${OPEN}([^${BETWEEN}]*) ([^${BETWEEN}]*)${BETWEEN}([^${CLOSE}]*)${CLOSE}`, 'g');

/** Puts the values of titles into words. */
export interface TitleTexts {
  /** In a text for a reader of this language. */
  inText(text: string, language: string): string;
  /** In JSON for such a reader. */
  inJson(json: string, language: string): string;
}

/** The titles of this application; labels that a language lacks are those of the source language. */
export function createTitleTexts(application: Pick<ServedApplication, 'model' | 'texts'>): TitleTexts {
  const replaced = (text: string, language: string, escaped: (words: string) => string): string => {
    if (!text.includes(OPEN)) return text;
    let reader: Reader | null = null; // most titles show no words
    return text.replaceAll(MARKED, (_whole, entity: string, field: string, value: string) => {
      if (field === '')
        return escaped((reader ??= readerIn(application, language)).label(['entities', entity]) ?? entity);
      const at = application.model.entities[entity]?.fields[field];
      if (at && isTranslated(at)) return textIn(application.model.languages, value, language);
      reader ??= readerIn(application, language);
      return escaped(wordsAt(application, { entity, field, value }, reader));
    });
  };
  return {
    inText: (text, language) => replaced(text, language, (words) => words),
    inJson: (json, language) => replaced(json, language, (words) => JSON.stringify(words).slice(1, -1)),
  };
}

/** Whether the title of any record shows a value that has marks. */
export function hasWordsInTitles({ entities }: Pick<Model, 'entities'>): boolean {
  return Object.values(entities).some((entity) => {
    const fields = titleParts(entity).flatMap((part) => ('field' in part ? (entity.fields[part.field] ?? []) : []));
    return mayBeNameless(entity) || fields.some((field) => isTitledInWords(field) || isTranslated(field));
  });
}

/** The same text with each value as data files and imports have it. */
export function unmarkedTitle(text: string): string {
  if (!text.includes(OPEN)) return text;
  return text.replaceAll(MARKED, (_whole, _entity, _field, value: string) => value.split(LANGUAGE)[0] ?? '');
}

/** Of texts in the languages of the application that in this one, else that in the source language. */
function textIn(languages: readonly string[], texts: string, language: string): string {
  const [source = '', ...others] = texts.split(LANGUAGE);
  return others[languages.indexOf(language) - 1] || source;
}

interface Marked {
  readonly entity: string;
  readonly field: string;
  readonly value: string;
}

function wordsAt(
  { model }: Pick<ServedApplication, 'model'>,
  { entity, field: id, value }: Marked,
  reader: Reader,
): string {
  const field = model.entities[entity]?.fields[id];
  if (!field) return value;
  const written = isTruth(field.type) ? String(value === '1') : value;
  return byKind({ field }, written, { entity, model, reader });
}
