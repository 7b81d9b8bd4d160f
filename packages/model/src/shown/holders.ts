import { isList, isMap } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';

/** What refers to a record, in words: “Article (3) and Request (73)”. `nameOf` gives an entity's name; other values are left out. */
export function showHolders(holders: Wire, language: string, nameOf: (entity: string) => string): string {
  const [open, close] = language.startsWith('ja') ? ['（', '）'] : [' (', ')'];
  const number = new Intl.NumberFormat(language);
  const words = (isList(holders) ? holders : []).flatMap((holder) => {
    if (!isMap(holder) || typeof holder['entity'] !== 'string' || typeof holder['count'] !== 'number') return [];
    return [`${nameOf(holder['entity'])}${open}${number.format(holder['count'])}${close}`];
  });
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
}
