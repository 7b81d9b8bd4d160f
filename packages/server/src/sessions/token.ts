import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const FORM = /^[A-Za-z0-9_-]{43}$/;

/** A new secret of 256 bits, in 43 characters that fit a cookie and an address. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether this has the form of a token; says nothing about whether it was ever given out. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && FORM.test(text);
}

const KEY_PREFIX = 'nfk_';

/**
 * A new secret of an API key: distinguished from a token by its beginning, and without hyphens, so that it can stand in
 * the DSN of every error-reporting client. It has 256 bits, of which this costs one.
 */
export function newKeySecret(): string {
  const token = newToken();
  return token.includes('-') ? newKeySecret() : KEY_PREFIX + token;
}

/** Whether this has the form of a key's secret. */
export function isKeySecret(text: string): boolean {
  return text.startsWith(KEY_PREFIX) && FORM.test(text.slice(KEY_PREFIX.length));
}

/** What is stored of a token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The anti-forgery value that belongs to this session token and tells nothing about it. */
export function xsrfOf(token: string): string {
  return createHmac('sha256', token).update('xsrf').digest('base64url');
}

/** Compares two secrets in a time that depends on their length only. */
export function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
