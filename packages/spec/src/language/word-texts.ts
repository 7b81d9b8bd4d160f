import en from '../../locales/en/words.json' with { type: 'json' };
import ja from '../../locales/ja/words.json' with { type: 'json' };

type Kind = 'functions' | 'types' | 'variables' | 'system_fields';

const TEXTS: Readonly<Record<string, Readonly<Record<Kind, Readonly<Record<string, string>>>>>> = { en, ja };

/** What a word of the language means: a function, a type of field, a variable, or a field that every record has; null where nothing is written. */
export function wordText(kind: Kind, word: string, language: string): string | null {
  const texts: Readonly<Record<string, string>> = (TEXTS[language] ?? en)[kind];
  return (Object.hasOwn(texts, word) ? texts[word] : undefined) ?? null;
}
