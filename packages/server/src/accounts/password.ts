import { opens, seal } from '../sealing/seal.ts';

/** Shortest and longest password in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const;

/** What is stored of a password. */
export function hashPassword(password: string): Promise<string> {
  return seal(password);
}

/** Whether the password belongs to the hash. Without a hash the same work is done, and the answer is no. */
export function matchesPassword(password: string, hash: string | null): Promise<boolean> {
  return opens(password, hash);
}
