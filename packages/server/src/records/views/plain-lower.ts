/** Lower case as `lower` of a column gives it in every database: Latin letters without marks only. */
export function plainLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
