import { createHash, randomBytes } from 'node:crypto';

/** Bytes of an id behind its time, and the hexadecimal digits that they are. */
const TAIL = 10;
const DIGITS = 2 * TAIL;
/** Random digits that no id has yet: fetched for many at once, since each fetch costs as much as the rest of a write's ids. */
let pool = '';
let used = 0;
const POOL = 256 * TAIL;

/** A new UUIDv7 whose time part is `now` (RFC 9562). */
export function newId(now: string): string {
  return format(now, randomDigits());
}

function randomDigits(): string {
  if (used === pool.length) [pool, used] = [randomBytes(POOL).toString('hex'), 0];
  used += DIGITS;
  return pool.slice(used - DIGITS, used);
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
    return format(now, count.toString(16).padStart(4, '0') + randomDigits().slice(4));
  };
}

/** The same UUIDv7 for the same instant and label, so that loading again finds the record again. */
export function labelledId(at: string, label: string): string {
  return format(at, createHash('sha256').update(label).digest('hex').slice(0, DIGITS));
}

/** The time of the last id as its first twelve digits. */
let last = { now: '', time: '' };

/** No id of this moment or of a later one sorts before it. */
export function lowestId(at: string): string {
  return format(at, '0'.repeat(DIGITS));
}

/** `tail` has 20 digits, of which the version and the variant take some. */
function format(now: string, tail: string): string {
  if (last.now !== now) last = { now, time: timeOf(now) };
  const { time } = last;
  const variant = VARIANTS[Number.parseInt(tail.charAt(4), 16) % VARIANTS.length];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(1, 4)}-${variant}${tail.slice(5, 8)}-${tail.slice(8)}`;
}

/** The digit that holds the variant, by the two bits that are free in it. */
const VARIANTS = '89ab';

function timeOf(now: string): string {
  return Math.max(0, Math.floor(Date.parse(now)))
    .toString(16)
    .padStart(12, '0')
    .slice(-12);
}
