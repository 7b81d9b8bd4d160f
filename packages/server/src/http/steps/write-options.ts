import type { FastifyRequest } from 'fastify';
import type { WriteOptions } from '../../records/records.ts';
import { Refusal } from '../../refusal.ts';

/** What a write carries beside its values: `If-Match` and the warnings that `confirm` names; and its body without them. */
export function writeOptions(request: FastifyRequest): { readonly body: unknown; readonly options: WriteOptions } {
  const { body } = request;
  const version = versionOf(request.headers['if-match']);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { body, options: { version, confirm: [] } };
  const { confirm, ...rest } = body as Readonly<Record<string, unknown>>;
  return { body: rest, options: { version, confirm: confirmed(confirm) } };
}

function confirmed(confirm: unknown): readonly string[] {
  if (confirm === undefined || confirm === null) return [];
  if (!Array.isArray(confirm) || !confirm.every((id) => typeof id === 'string')) throw new Refusal('bad_request');
  return confirm;
}

/** `"7"` or `W/"7"` as 7, `*` and nothing as null. */
function versionOf(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const digits = /^(?:W\/)?"(\d{1,15})"$/.exec(header.trim())?.[1];
  if (digits === undefined) throw new Refusal('bad_request');
  return Number(digits);
}
