import { LONGEST_ID } from './ids.ts';

/** How many letters are changed, missing, too many, or in the wrong order with their neighbour. */
function distance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/** Whether a word is certainly meant as another one: one slip of the hand apart, or written in another style. */
export function isSlip(word: string, meant: string): boolean {
  return distance(plain(word), plain(meant)) <= 1;
}

/** Whether a word is another one in another style: in camel case, with a capital, with hyphens. */
export function isStyle(word: string, meant: string): boolean {
  return plain(word) === plain(meant);
}

function plain(text: string): string {
  return text.replace(/[-_ ]/g, '').toLowerCase();
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
    const isOther = apart === Math.max(wanted.length, other.length); // no letter is left of it
    if (apart < least && !isOther) [best, least] = [candidate, apart];
  }
  return best;
}
