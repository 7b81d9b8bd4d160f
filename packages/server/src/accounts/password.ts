import { argon2, randomBytes } from 'node:crypto';
import { sameSecret } from '../sessions/token.ts';

/** Argon2id with 19 MiB, two passes, one lane (RFC 9106; the OWASP minimum). */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;

/** Shortest and longest password in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 256 } as const;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  const options = { message, nonce: salt, parallelism: 1, tagLength: TAG_BYTES, memory: MEMORY_KIB, passes: PASSES };
  return new Promise((resolve, reject) => {
    argon2('argon2id', options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** A salted hash in the PHC string form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  const parameters = `m=${String(MEMORY_KIB)},t=${String(PASSES)},p=1`;
  return `$argon2id$v=19$${parameters}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

const UNKNOWN_SALT = randomBytes(16);

/** Whether the password belongs to the hash. Without a hash the same work is done, and the answer is no. */
export async function matchesPassword(password: string, hash: string | null): Promise<boolean> {
  const [, , , , salt, key] = (hash ?? '').split('$');
  const derived = await derive(password, salt === undefined ? UNKNOWN_SALT : Buffer.from(salt, 'base64url'));
  return key !== undefined && sameSecret(derived.toString('base64url'), key);
}
