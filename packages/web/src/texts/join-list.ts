/** Names in a row, joined as the language joins them. */
export function joinList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names);
}
