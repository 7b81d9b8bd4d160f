import { isMap } from '@ninefold/model';
/** One event of an error-reporting client, as parsed from JSON. */
export type SentryEvent = Readonly<Record<string, unknown>>;

const NEWLINE = 0x0a;

/** An item of an envelope, and where the next one begins. */
interface Item {
  readonly type: string;
  readonly payload: Uint8Array;
  readonly next: number;
}

/**
 * The events of a Sentry envelope (https://develop.sentry.dev/sdk/data-model/envelopes/): a header line, then items,
 * each a header line and a payload of `length` bytes or up to the line's end. Other items are skipped.
 * Null where the bytes are no envelope: cut off, a length that is not the payload's, an event that is no JSON object.
 * The protocol allows one event in each, so that one call costs one write.
 */
export function parseEnvelope(bytes: Uint8Array): { readonly events: readonly SentryEvent[] } | null {
  const events: SentryEvent[] = [];
  let at = lineEnd(bytes, 0);
  if (!jsonObject(bytes.subarray(0, at))) return null;
  at += 1;
  while (at < bytes.length) {
    if (bytes[at] === NEWLINE) {
      at += 1;
      continue;
    }
    const item = itemAt(bytes, at);
    if (!item) return null;
    at = item.next;
    if (item.type !== 'event') continue;
    const event = jsonObject(item.payload);
    if (!event || events.length > 0) return null;
    events.push(event);
  }
  return { events };
}

/** The item whose header begins at `from`; null where it is none, or where its payload is not whole. */
function itemAt(bytes: Uint8Array, from: number): Item | null {
  const headerEnd = lineEnd(bytes, from);
  const header = jsonObject(bytes.subarray(from, headerEnd));
  const start = headerEnd + 1;
  if (!header || typeof header['type'] !== 'string' || start > bytes.length) return null;
  const length = header['length'];
  const end = length === undefined ? lineEnd(bytes, start) : start + Number(length);
  const isLength = length === undefined || (Number.isSafeInteger(length) && Number(length) >= 0);
  const isWhole = end <= bytes.length && (end === bytes.length || bytes[end] === NEWLINE);
  if (!isLength || !isWhole || (length === undefined && end === start)) return null;
  return { type: header['type'], payload: bytes.subarray(start, end), next: end + 1 };
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(NEWLINE, from);
  return at === -1 ? bytes.length : at;
}

function jsonObject(bytes: Uint8Array): SentryEvent | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isMap(value) ? value : null;
  } catch {
    return null;
  }
}

/** An envelope with one event, as a reporting client would send it. */
export function writeEnvelope(event: SentryEvent, sentAt: string): string {
  const header = { event_id: event['event_id'], sent_at: sentAt, sdk: { name: 'ninefold' } };
  return `${JSON.stringify(header)}\n${JSON.stringify({ type: 'event' })}\n${JSON.stringify(event)}\n`;
}
