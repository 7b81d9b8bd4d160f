import en from '../../locales/en/yaml.json' with { type: 'json' };
import ja from '../../locales/ja/yaml.json' with { type: 'json' };
import { filled } from './filled.ts';

const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, ja };

/** Why a text is no YAML, by the code of the parser; what it said itself where there is no sentence for it. */
export function yamlReason(code: string, said: string, language: string): string {
  const texts: Readonly<Record<string, string>> = TEXTS[language] ?? en;
  return filled(texts[code] ?? texts['other'] ?? '', { said });
}
