import { folded, type RecordValue } from '@ninefold/model';

/** Whether both texts name the same to a reader: what `folded` drops and outer blanks do not count. */
export function isSameText(one: string, other: string): boolean {
  return folded(one.trim()) === folded(other.trim());
}

/** The record that a text means without a choice: the only one found, or the only one with exactly this title. Null: none or several. */
export function onlyMatch(found: readonly RecordValue[], text: string): RecordValue | null {
  if (found.length === 1) return found[0] ?? null;
  const exact = found.filter(({ title }) => title !== undefined && isSameText(title, text));
  return exact.length === 1 ? (exact[0] ?? null) : null;
}
