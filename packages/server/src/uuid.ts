import { createHash, randomBytes } from 'node:crypto';

const TAIL = 10;
/** Random bytes that no id has yet: fetched for many at once, since each fetch costs as much as the rest of a write's ids. */
let pool = randomBytes(0);
const POOL = 256 * TAIL;

/** A new UUIDv7 whose time part is `now` (RFC 9562). */
export function newId(now: string): string {
  if (pool.length < TAIL) pool = randomBytes(POOL);
  const tail = pool.subarray(0, TAIL);
  pool = pool.subarray(TAIL);
  return format(Date.parse(now), tail);
}

/**
 * Makes UUIDv7s that sort in the order in which they are made, within one millisecond too: their first bits behind the time
 * count on (RFC 9562, 6.2, method 1). Beyond 4,096 in a millisecond the rest is in no order.
 */
export function createOrderedIds(): (now: string) => string {
  let at = '';
  let count = 0;
  return (now) => {
    count = now === at ? Math.min(count + 1, 0xfff) : 0;
    at = now;
    const tail = randomBytes(TAIL);
    tail.writeUInt16BE(count, 0);
    return format(Date.parse(now), tail);
  };
}

/** The same UUIDv7 for the same instant and label, so that loading again finds the record again. */
export function labelledId(at: string, label: string): string {
  return format(Date.parse(at), createHash('sha256').update(label).digest().subarray(0, TAIL));
}

function format(ms: number, tail: Uint8Array): string {
  const time = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0').slice(-12);
  const bytes = Uint8Array.from(tail);
  bytes[0] = 0x70 | ((bytes[0] ?? 0) & 0x0f);
  bytes[2] = 0x80 | ((bytes[2] ?? 0) & 0x3f);
  const hex = time + Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
