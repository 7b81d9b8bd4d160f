import { argon2, argon2Sync, createHash, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';

/** Argon2id with 19 MiB, two passes, one lane (RFC 9106; the OWASP minimum). */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const SALT_BYTES = 16;

function parameters(text: string, salt: Buffer): Argon2Parameters {
  const message = Buffer.from(text.normalize('NFKC'));
  return { message, nonce: salt, parallelism: 1, tagLength: TAG_BYTES, memory: MEMORY_KIB, passes: PASSES };
}

function derive(text: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters(text, salt), (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function written(salt: Buffer, key: Buffer): string {
  const how = `m=${String(MEMORY_KIB)},t=${String(PASSES)},p=1`;
  return `$argon2id$v=19$${how}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** A salted hash in the PHC string form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function seal(text: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(salt, await derive(text, salt));
}

/** The same where nobody waits for anything else: while stored values are brought into another form. */
export function sealAtOnce(text: string): string {
  const salt = randomBytes(SALT_BYTES);
  return written(salt, argon2Sync('argon2id', parameters(text, salt)));
}

/**
 * An Argon2id hash, base64url, that is the same for the same text and salt: for texts that are held against each other later, and
 * that are as short as a PIN.
 */
export function stretchedHash(text: string, salt: string): string {
  const nonce = createHash('sha256').update(salt).digest().subarray(0, SALT_BYTES);
  return argon2Sync('argon2id', parameters(text, nonce)).toString('base64url');
}

const UNKNOWN_SALT = randomBytes(SALT_BYTES);

/** Whether the text belongs to the hash, in a time that does not depend on it. Without a hash the same work is done, and the answer is no. */
export async function opens(text: string, hash: string | null): Promise<boolean> {
  const [, , , , salt, key] = (hash ?? '').split('$');
  const derived = await derive(text, salt === undefined ? UNKNOWN_SALT : Buffer.from(salt, 'base64url'));
  const kept = Buffer.from(key ?? '', 'base64url');
  return kept.length === derived.length && timingSafeEqual(kept, derived);
}
