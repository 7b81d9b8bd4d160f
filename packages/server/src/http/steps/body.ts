import { inexactNumber, isMap, type Problem } from '@ninefold/model';
import type { FastifyRequest } from 'fastify';
import type { Once, WriteOptions } from '../../records/context/records.ts';
import { Refusal } from '../../refusal.ts';

/** Deeper than any record, so that no reader of a body overflows the stack. */
const DEEPEST = 32;
/** As many characters of a number as a message shows. */
const SHOWN = 40;

/**
 * A JSON body (RFC 8259 in UTF-8; well-formed Unicode as RFC 7493 wants it). An empty body is `undefined`.
 * Throws `not_json`, `inexact_number`, or `bad_request` for values that nest too deeply.
 */
export function decodeJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(bytes);
  refuseUnsound(value, 1);
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    refuseInexact(text);
    return value;
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal('not_json', { cause });
  }
}

/** A number that reading has changed would be stored as another one than was sent. */
function refuseInexact(text: string): void {
  const number = inexactNumber(text);
  if (number !== null) throw new Refusal('inexact_number', { params: { value: number.slice(0, SHOWN) } });
}

function refuseUnsound(value: unknown, depth: number): void {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Refusal('not_json');
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEEPEST) throw new Refusal('bad_request');
  for (const [key, inner] of Object.entries(value)) {
    refuseUnsound(key, depth);
    refuseUnsound(inner, depth + 1);
  }
}

/** A body that is a JSON object. */
export function objectBody(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  if (!isMap(body)) throw new Refusal(body === undefined ? 'not_json' : 'bad_request');
  return body;
}

/** The texts of these names; throws `invalid` that names each one missing. */
export function textsOf<Name extends string>(
  body: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const problems = names.flatMap((name): Problem[] => {
    const value = body[name];
    if (value === undefined || value === null || value === '') return [{ path: name, code: 'required', params: {} }];
    return typeof value === 'string' ? [] : [{ path: name, code: 'bad_type', params: {} }];
  });
  if (problems.length > 0) throw new Refusal('invalid', { problems });
  return Object.fromEntries(names.map((name) => [name, body[name]])) as Readonly<Record<Name, string>>; // each one is a text: see above
}

/** What a write carries beside its values: `If-Match` and the warnings that `confirm` names; and its body without them. */
export function writeOptions(request: FastifyRequest): { readonly body: unknown; readonly options: WriteOptions } {
  const { body } = request;
  const version = versionOf(request.headers['if-match']);
  if (!isMap(body)) return { body, options: { version, ...onceOf(request), confirm: [] } };
  const { confirm: sent, ...rest } = body;
  const confirm = confirmed(sent);
  const { once } = onceOf({ headers: request.headers, method: request.method, url: request.url, body: rest });
  return { body: rest, options: { version, ...(once ? { once: { ...once, confirm } } : {}), confirm } };
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
