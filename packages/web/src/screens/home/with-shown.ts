interface Shown {
  /** How many columns there may be. */
  readonly most: number;
  /** Those that are shown wherever they stand, at the end if they are not among the first. */
  readonly always: readonly string[];
}

/** The first columns, with some that are always shown: a list says by what it is sorted. */
export function withShown(columns: readonly string[], { most, always }: Shown): readonly string[] {
  const first = columns.slice(0, most);
  const missing = always.filter((id) => !first.includes(id));
  return [...first.slice(0, most - missing.length), ...missing];
}
