import { folded, type ReferenceValue } from '@ninefold/model';

/** Whether both texts name the same to a reader: what `folded` drops and outer blanks do not count. */
export function isSameText(one: string, other: string): boolean {
  return folded(one.trim()) === folded(other.trim());
}

/** The record that a text means without a choice: the only one found, or the only one with exactly this title. Null: none or several. */
export function onlyMatch(found: readonly ReferenceValue[], text: string): ReferenceValue | null {
  if (found.length === 1) return found[0] ?? null;
  const exact = found.filter(({ title }) => title !== undefined && isSameText(title, text));
  return exact.length === 1 ? (exact[0] ?? null) : null;
}

/**
 * The records as a picker offers them for a text: first those whose title begins with it, then those of which a word does,
 * then those whose title contains it, and last those that were found by something else. Otherwise the order stays.
 */
export function byTitle(found: readonly ReferenceValue[], text: string): readonly ReferenceValue[] {
  const wanted = folded(text.trim());
  const rank = ({ title }: ReferenceValue): number => {
    const place = wanted === '' || title === undefined ? -1 : folded(title).indexOf(wanted);
    if (place <= 0) return place === 0 ? 0 : 3;
    return (title ?? '').split(/\s+/).some((word) => folded(word).startsWith(wanted)) ? 1 : 2;
  };
  return found.toSorted((one, other) => rank(one) - rank(other));
}
