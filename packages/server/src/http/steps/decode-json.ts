import { Refusal } from '../../refusal.ts';

/** Deeper than any record, so that no reader of a body runs out of stack. */
const DEEPEST = 32;

/**
 * A JSON body (RFC 8259 in UTF-8; well-formed Unicode as RFC 7493 wants it). Nothing at all is `undefined`.
 * Throws `not_json`, or `bad_request` for values that nest too deeply.
 */
export function decodeJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(bytes);
  refuseUnsound(value, 1);
  return value;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Refusal('not_json', { cause });
  }
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
