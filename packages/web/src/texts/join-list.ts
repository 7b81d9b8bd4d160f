/** Things in a sentence: Subject and Due date, 件名、期限. */
export function joinWords(words: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
}

/** Names in a row, joined as the language joins them. */
export function joinList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}
