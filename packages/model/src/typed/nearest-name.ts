import { folded } from './folded.ts';

/** How many single-letter edits lead from one text to the other. */
export function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const MOST_LETTERS = 100;
const MOST_EDITS = 3;
const FEWEST_LETTERS = 2;

/**
 * The name that somebody probably meant by a text that is none of these names: the one that is a few typing mistakes away,
 * else the only one in which the text stands. Null where there is no such name. Width and case do not count.
 */
export function nearestName(written: string, names: readonly string[]): string | null {
  const form = folded(written.trim()).slice(0, MOST_LETTERS);
  if (form.length < FEWEST_LETTERS) return null;
  const forms = names.map((name) => ({ name, form: folded(name).slice(0, MOST_LETTERS) }));
  const near = forms
    .filter((other) => Math.abs(other.form.length - form.length) <= MOST_EDITS)
    .map((other) => ({ ...other, edits: distance(form, other.form) }))
    .filter(
      ({ edits, form: { length } }) => edits <= Math.min(MOST_EDITS, Math.floor(Math.max(length, form.length) / 3)),
    )
    .toSorted((a, b) => a.edits - b.edits);
  const [best] = near;
  if (best) return best.name;
  const holding = forms.filter((other) => other.form.includes(form));
  return holding.length === 1 ? (holding[0]?.name ?? null) : null;
}
