import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../refusal.ts';
import { sameSecret } from '../sessions/token.ts';
import { signatureOf } from './signature.ts';

/** A signature counts so long before and after its time, so that one that was overheard is soon worth nothing. */
const MINUTES = 5;
const BEARER = /^Bearer +(\S+) *$/i;
const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * Who sends an incoming call: whoever brings its secret, or signs with it (Standard Webhooks). Answers the id that the sender gave the
 * call, which a signature covers; null: none. Throws `wrong_secret` and `wrong_signature_time`.
 */
export function idFromSender(
  headers: IncomingHttpHeaders,
  body: Buffer,
  { secret, now }: { readonly secret: string; readonly now: string },
): string | null {
  const given = BEARER.exec(headers.authorization ?? '')?.[1];
  if (given !== undefined) {
    if (!sameSecret(digest(given), digest(secret))) throw new Refusal('wrong_secret');
    return keyIn(headers, 'webhook-id') ?? keyIn(headers, 'idempotency-key');
  }
  const id = keyIn(headers, 'webhook-id');
  const seconds = /^\d{1,12}$/.exec(textIn(headers, 'webhook-timestamp'))?.[0];
  if (id === null || seconds === undefined) throw new Refusal('wrong_secret');
  const signature = signatureOf(secret, { id, seconds: Number(seconds), body });
  const signed = textIn(headers, 'webhook-signature').split(' ').slice(0, 10);
  if (!signed.some((one) => sameSecret(digest(one), digest(signature)))) throw new Refusal('wrong_secret');
  if (Math.abs(Date.parse(now) - Number(seconds) * 1000) > MINUTES * 60_000)
    throw new Refusal('wrong_signature_time', { params: { minutes: MINUTES } });
  return id;
}

/** Texts of one length, so that comparing them tells nothing of the length of a secret. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function keyIn(headers: IncomingHttpHeaders, name: string): string | null {
  const text = textIn(headers, name).replace(/^"(.*)"$/, '$1');
  if (text === '') return null;
  if (!KEY.test(text)) throw new Refusal('bad_parameter', { params: { parameter: name } });
  return text;
}

function textIn(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
