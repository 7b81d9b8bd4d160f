import { LONGEST_ID } from './ids.ts';

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Whether a name is the beginning of a longer one, as `warn` is of `warning`. */
function isBegun(part: string, whole: string): boolean {
  return part.length >= 4 && whole.startsWith(part);
}

/** The known name that is most like a mistyped one; empty when none is near. */
export function nearest(name: string, known: readonly string[]): string {
  const wanted = name.slice(0, LONGEST_ID).toLowerCase();
  let best = '';
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const apart = isBegun(wanted, other) || isBegun(other, wanted) ? 1 : distance(wanted, other);
    if (apart < least) [best, least] = [candidate, apart];
  }
  return best;
}
