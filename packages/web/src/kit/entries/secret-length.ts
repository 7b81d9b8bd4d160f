/** The fewest characters of a password. */
export const MIN_PASSWORD = 8;

/** Counts characters, not code units. */
export function isLongEnough(password: string): boolean {
  return [...password].length >= MIN_PASSWORD;
}
