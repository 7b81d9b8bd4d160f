import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPEN } from '../../locales/title-texts.ts';
import { acceptedEncoding, encoded } from './encoding.ts';

/** Below this many characters compression saves nothing. */
const WORTH_PACKING = 1024;
const MAX_KEPT = 64;

/** Cached by the browser of one reader, which asks each time whether it is still valid. */
export const ASKED_AGAIN = 'private, no-cache';

/**
 * Sends what a call answered. What is read of data, or whatever is `ASKED_AGAIN`, carries an ETag of its bytes, before it the version of a record, and
 * `If-None-Match` answers 304; texts are compressed as the reader accepts it. `told` puts the marked values of titles into the reader's words.
 */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  told: (json: string) => string,
): Promise<FastifyReply> {
  const isData = request.url.startsWith('/api/');
  const text = textOf(reply, answer, told);
  const isTagged = isData || reply.getHeader('cache-control') === ASKED_AGAIN;
  if (isTagged && isRead(request) && text !== null) {
    reply.headers({ 'cache-control': ASKED_AGAIN, vary: 'cookie, authorization, accept-encoding' });
    const etag = etagOf(reply, text);
    reply.header('etag', etag);
    if (isUnchanged(request, etag)) return reply.code(304).removeHeader('content-type').send();
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (text === null) return reply.send(answer);
  return isData || isRead(request) ? sendPacked(request, reply, text, typeof answer === 'string') : reply.send(text);
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** JSON of an answer; null where it is not text. */
function textOf(reply: FastifyReply, answer: unknown, told: (json: string) => string): string | null {
  if (typeof answer === 'string') return answer;
  if (answer === undefined || answer === null || Buffer.isBuffer(answer)) return null;
  if (answer instanceof Readable) return null;
  reply.type('application/json; charset=utf-8');
  const json = JSON.stringify(answer);
  return json.includes(OPEN) ? told(json) : json;
}

/** `"7-x5…"` for version 7 of a record, so that changes of titles, rights and live values are noticed too. */
function etagOf(reply: FastifyReply, text: string): string {
  const own = String(reply.getHeader('etag') ?? '').replaceAll('"', '');
  if (own !== '' && !/^\d+$/.test(own)) return `"${own}"`;
  const digest = hash('sha256', text, 'base64url').slice(0, 22);
  return own === '' ? `"${digest}"` : `"${own}-${digest}"`;
}

/** Compressed forms of answers that are sent often, by ETag and encoding. */
const kept = new Map<string, Buffer>();

/** Sends a text, compressed as the reader accepts it; `often`: with an ETag, and again and again. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  often: boolean,
): Promise<FastifyReply> {
  if (text.length < WORTH_PACKING) return reply.send(text);
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  reply.header('vary', varying(reply));
  if (encoding === null) return reply.send(text);
  const key = often && reply.hasHeader('etag') ? `${encoding} ${String(reply.getHeader('etag'))}` : null;
  const bytes = (key === null ? undefined : kept.get(key)) ?? (await encoded(text, encoding, key !== null));
  if (key !== null) keep(key, bytes);
  return reply.header('content-encoding', encoding).send(bytes);
}

function varying(reply: FastifyReply): string {
  const names = String(reply.getHeader('vary') ?? '');
  return names.includes('accept-encoding')
    ? names
    : [names, 'accept-encoding'].filter((name) => name !== '').join(', ');
}

function keep(key: string, bytes: Buffer): void {
  if (!kept.has(key) && kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, bytes);
}

/** Whether the browser already has what carries this ETag (`If-None-Match`, RFC 9110, 13.1.2). */
export function isUnchanged(request: FastifyRequest, etag: string): boolean {
  const header = request.headers['if-none-match'] ?? '';
  return header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}
