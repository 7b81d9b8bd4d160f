/** One event of an error-reporting client, as parsed from JSON. */
export type SentryEvent = Readonly<Record<string, unknown>>;

const NEWLINE = 0x0a;

/**
 * The events of a Sentry envelope (https://develop.sentry.dev/sdk/data-model/envelopes/): a header line, then items,
 * each a header line and a payload of `length` bytes or up to the line's end. Other items are skipped.
 * Null where the bytes are no envelope; the protocol allows one event in each, so that one call costs one write.
 */
export function parseEnvelope(bytes: Uint8Array): { readonly events: readonly SentryEvent[] } | null {
  const events: SentryEvent[] = [];
  let at = lineEnd(bytes, 0);
  if (!jsonObject(bytes.subarray(0, at))) return null;
  at += 1;
  while (at < bytes.length) {
    const headerEnd = lineEnd(bytes, at);
    if (headerEnd === at) {
      at += 1;
      continue;
    }
    const header = jsonObject(bytes.subarray(at, headerEnd));
    if (!header) return null;
    const start = headerEnd + 1;
    const length = header['length'];
    const end = typeof length === 'number' && length >= 0 ? start + Math.floor(length) : lineEnd(bytes, start);
    if (end > bytes.length && start <= bytes.length && typeof length === 'number') return null;
    const event = header['type'] === 'event' ? jsonObject(bytes.subarray(start, end)) : null;
    if (event && events.length > 0) return null;
    if (event) events.push(event);
    at = end + 1;
  }
  return { events };
}

function lineEnd(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(NEWLINE, from);
  return at === -1 ? bytes.length : at;
}

function jsonObject(bytes: Uint8Array): SentryEvent | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SentryEvent) : null;
  } catch {
    return null;
  }
}

/** An envelope with one event, as a reporting client would send it. */
export function writeEnvelope(event: SentryEvent, sentAt: string): string {
  const header = { event_id: event['event_id'], sent_at: sentAt, sdk: { name: 'ninefold' } };
  return `${JSON.stringify(header)}\n${JSON.stringify({ type: 'event' })}\n${JSON.stringify(event)}\n`;
}
