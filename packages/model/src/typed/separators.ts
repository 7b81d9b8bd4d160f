import { memoized } from '../values/memo.ts';

/** How a language writes numbers. */
export interface Separators {
  readonly group: string;
  readonly decimal: string;
}

/** The group and decimal separators of a display language. */
export const separatorsOf = memoized((language: string): Separators => {
  const parts = new Intl.NumberFormat(language, { useGrouping: true }).formatToParts(-1_234_567.5);
  const part = (type: string): string | undefined => parts.find((each) => each.type === type)?.value;
  return { group: part('group') ?? ',', decimal: part('decimal') ?? '.' };
});
