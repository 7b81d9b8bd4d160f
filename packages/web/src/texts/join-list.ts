/** Things in a sentence: Subject and Due date, 件名、期限. */
export function joinWords(words: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
}

/** Names in a row, as short as the language joins them: Agent, Manager; 担当者、責任者. */
export function joinList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }).format(names);
}
