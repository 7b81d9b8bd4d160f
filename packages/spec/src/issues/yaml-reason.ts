import type { ErrorCode } from 'yaml';
import en from '../../locales/en/yaml.json' with { type: 'json' };
import ja from '../../locales/ja/yaml.json' with { type: 'json' };

const TEXTS: Readonly<Record<string, Readonly<Record<ErrorCode, string>>>> = { en, ja };

/** The reason why a text is no YAML, by the code of the parser. */
export function yamlReason(code: ErrorCode, language: string): string {
  return (TEXTS[language] ?? en)[code];
}
