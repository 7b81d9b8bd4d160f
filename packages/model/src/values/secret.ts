/** Most characters of a secret. */
export const LONGEST_SECRET = 256;

/** How the stored form of a secret begins: a salted hash of Argon2id in the PHC string form. */
export const SEALED = '$argon2id$';

/** Whether a text is the stored form of a secret, from which nobody can read it. */
export function isSealed(text: string): boolean {
  return text.startsWith(SEALED);
}
