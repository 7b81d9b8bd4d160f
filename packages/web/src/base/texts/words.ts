import { memoized } from '@ninefold/model';

/** An id in words, for what has no text yet: `due_date` → `Due date`. */
export function inWords(id: string): string {
  const words = id.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Things in a sentence: Subject and Due date, 件名、期限. */
export function joinWords(words: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
}

/** Names in a row, as short as the language joins them: Agent, Manager; 担当者、責任者. */
export function joinList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).format(names);
}

/** Things of which one will do: Number or ID, 受付番号またはID. */
export function joinChoice(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
}

/** A language's own name: `ja` → `日本語`. */
export const languageName = memoized((language: string): string => {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
});

/** The fields a problem's path goes through: `lines[2].qty` → `['lines', 'qty']`. */
export function fieldsOfPath(path: string): readonly string[] {
  return path
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .filter((part) => part !== '');
}

/** A message whose values are not known here: each place of a value becomes an ellipsis. */
export function withoutValues(text: string): string {
  return text.replaceAll(/\{\{[^}]*\}\}/g, '…');
}

/** A name as it stands inside a sentence: “request” of “Request” in English; other languages keep their spelling, and so do abbreviations. */
export function insideSentence(name: string, language: string): string {
  if (!language.startsWith('en') || /^.[\p{Lu}\d]/u.test(name)) return name;
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The same with the article that English puts before one of several: a category, an item. */
export function oneOf(name: string, language: string): string {
  const inside = insideSentence(name, language);
  if (!language.startsWith('en')) return inside;
  return `${/^[aeio]/i.test(inside) ? 'an' : 'a'} ${inside}`;
}

/** Whether a name asks a question: “What do you need to know?”. */
export function isQuestion(name: string): boolean {
  return /[?？]\s*$/u.test(name);
}
