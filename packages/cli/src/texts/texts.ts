import en from '../../locales/en/cli.json' with { type: 'json' };
import ja from '../../locales/ja/cli.json' with { type: 'json' };

interface Tree {
  readonly [key: string]: string | Tree;
}

/** What fills the `{{placeholders}}` of a text; a list is told with the commas of the language. */
export type Values = Readonly<Record<string, string | number | readonly string[]>>;

/** The text of the command line with this dotted key. */
export type Say = (key: string, values?: Values) => string;

const TEXTS: Readonly<Record<string, Tree>> = { en, ja };

/** The languages of the command line. */
export const LANGUAGES: readonly string[] = Object.keys(TEXTS);

/** The language of the terminal, as far as Ninefold has it. */
export function terminalLanguage(env: Readonly<Record<string, string | undefined>>): string {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return locale.startsWith('ja') ? 'ja' : 'en';
}

/**
 * The texts in a language. `count` chooses between `<key>_one` and `<key>_other`; `{{ninefold}}` is what starts this program
 * where the person is.
 */
export function textsIn(language: string, ninefold = 'ninefold'): Say {
  const tree = TEXTS[language] ?? en;
  const between = at(tree, 'counts.between') ?? ', ';
  return (key, values = {}) => {
    const plural =
      values['count'] === undefined ? undefined : `${key}_${Number(values['count']) === 1 ? 'one' : 'other'}`;
    const text = (plural === undefined ? null : at(tree, plural)) ?? at(tree, key) ?? key;
    const words: Values = { ninefold, ...values };
    return text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
      const value = words[name] ?? '';
      return typeof value === 'object' ? value.join(between) : String(value);
    });
  };
}

/** Whether a text with this key exists. */
export function hasText(language: string, key: string): boolean {
  return at(TEXTS[language] ?? en, key) !== null;
}

function at(tree: Tree, key: string): string | null {
  let found: string | Tree | undefined = tree;
  for (const part of key.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
  return typeof found === 'string' ? found : null;
}
