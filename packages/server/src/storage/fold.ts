/** Text as a search compares it: compatibility forms and case folded, marks dropped. Deterministic, of any length. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC');
}
