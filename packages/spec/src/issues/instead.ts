import en from '../../locales/en/instead.json' with { type: 'json' };
import ja from '../../locales/ja/instead.json' with { type: 'json' };

const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, ja };

/**
 * What runs today and comes nearest to a word that the running version does not enforce yet, in one sentence; empty where
 * nothing does. `word` as NF0901 names it.
 */
export function insteadText(word: string, language: string): string {
  const texts: Readonly<Record<string, string>> = TEXTS[language] ?? en;
  return (Object.hasOwn(texts, word) ? texts[word] : undefined) ?? '';
}
