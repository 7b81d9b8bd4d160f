/** How a language writes numbers. */
export interface Separators {
  readonly group: string;
  readonly decimal: string;
}

const known = new Map<string, Separators>();

/** The group and decimal separators of a display language. */
export function separatorsOf(language: string): Separators {
  let found = known.get(language);
  if (!found) {
    const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(-1_234_567.5);
    const part = (type: string): string | undefined => parts.find((each) => each.type === type)?.value;
    found = { group: part('group') ?? ',', decimal: part('decimal') ?? '.' };
    known.set(language, found);
  }
  return found;
}
