import enKeys from '../../locales/en/keys.json' with { type: 'json' };
import jaKeys from '../../locales/ja/keys.json' with { type: 'json' };
import type { Place } from './shape.ts';
import enWords from '../../locales/en/words.json' with { type: 'json' };
import jaWords from '../../locales/ja/words.json' with { type: 'json' };

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const KEYS: Readonly<Record<string, Texts>> = { en: enKeys, ja: jaKeys };
const SAME_TEXTS: Readonly<Partial<Record<Place, Place>>> = {
  objectField: 'field',
  partField: 'field',
  lineField: 'field',
  inputField: 'field',
};

/** What a key means, in one sentence; null where nothing is written. */
export function keyText(place: Place, key: string, language: string): string | null {
  const texts = (KEYS[language] ?? KEYS['en'])?.[SAME_TEXTS[place] ?? place];
  return (texts && Object.hasOwn(texts, key) ? texts[key] : undefined) ?? null;
}

type Kind = 'functions' | 'types' | 'variables' | 'system_fields' | 'marks';

const WORDS: Readonly<Record<string, Readonly<Record<Kind, Readonly<Record<string, string>>>>>> = {
  en: enWords,
  ja: jaWords,
};

/** What a word of the language means: a function, a type of field, a variable, or a field that every record has; or a mark that editors show beside one. Null where nothing is written. */
export function wordText(kind: Kind, word: string, language: string): string | null {
  const texts: Readonly<Record<string, string>> = (WORDS[language] ?? enWords)[kind];
  return (Object.hasOwn(texts, word) ? texts[word] : undefined) ?? null;
}
