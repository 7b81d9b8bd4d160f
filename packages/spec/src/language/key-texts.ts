import en from '../../locales/en/keys.json' with { type: 'json' };
import ja from '../../locales/ja/keys.json' with { type: 'json' };
import type { Place } from './shape.ts';

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

const TEXTS: Readonly<Record<string, Texts>> = { en, ja };
const SAME_TEXTS: Readonly<Partial<Record<Place, Place>>> = { lineField: 'field', inputField: 'field' };

/** What a key means, in one sentence; null where nothing is written. */
export function keyText(place: Place, key: string, language: string): string | null {
  const texts = (TEXTS[language] ?? TEXTS['en'])?.[SAME_TEXTS[place] ?? place];
  return (texts && Object.hasOwn(texts, key) ? texts[key] : undefined) ?? null;
}
