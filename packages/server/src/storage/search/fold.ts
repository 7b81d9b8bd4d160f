/** Text as a search compares it: compatibility forms and case folded (a sigma at the end of a word too), marks dropped. Deterministic, of any length. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}
