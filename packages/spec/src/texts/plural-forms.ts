/** A key with the ending of a plural form: `label_one`. */
export const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

/** The plural forms that a language has by CLDR. */
export function formsOf(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/** Whole numbers up to here tell which forms the counts of an application need: French has `many` for millions only. */
const MOST = 1000;

const needed = new Map<string, readonly string[]>();

/** The forms that a number of things needs, without those for fractions and for millions. */
export function neededForms(language: string): readonly string[] {
  const known = needed.get(language);
  if (known) return known;
  const rules = new Intl.PluralRules(language);
  const selected = new Set<string>(Array.from({ length: MOST }, (_, number) => rules.select(number)));
  const forms = formsOf(language).filter((form) => selected.has(form));
  needed.set(language, forms);
  return forms;
}
