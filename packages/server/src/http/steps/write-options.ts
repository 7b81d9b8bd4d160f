import type { FastifyRequest } from 'fastify';
import type { Once, WriteOptions } from '../../records/records.ts';
import { Refusal } from '../../refusal.ts';

/** What a write carries beside its values: `If-Match` and the warnings that `confirm` names; and its body without them. */
export function writeOptions(request: FastifyRequest): { readonly body: unknown; readonly options: WriteOptions } {
  const { body } = request;
  const plain = { version: versionOf(request.headers['if-match']), ...onceOf(request) };
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { body, options: { ...plain, confirm: [] } };
  const { confirm, ...rest } = body as Readonly<Record<string, unknown>>;
  return { body: rest, options: { ...plain, confirm: confirmed(confirm) } };
}

/** `Idempotency-Key`: up to 200 visible characters, in quotes or without. */
export function onceOf({ headers, method, url, body }: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'>): {
  readonly once?: Once;
} {
  const header = headers['idempotency-key'];
  if (header === undefined) return {};
  const key = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Refusal('bad_parameter', { params: { parameter: 'Idempotency-Key' } });
  return { once: { key, request: JSON.stringify([method, url, headers['if-match'] ?? null, body ?? null]) } };
}

function confirmed(confirm: unknown): readonly string[] {
  if (confirm === undefined || confirm === null) return [];
  if (!Array.isArray(confirm) || !confirm.every((id) => typeof id === 'string')) throw new Refusal('bad_request');
  return confirm;
}

/** `"7"`, `W/"7"` or the ETag of a read record (`"7-x5…"`) as 7, `*` and nothing as null. */
function versionOf(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const digits = /^(?:W\/)?"(\d{1,15})(?:-[\w-]{1,60})?"$/.exec(header.trim())?.[1];
  if (digits === undefined) throw new Refusal('bad_request');
  return Number(digits);
}
