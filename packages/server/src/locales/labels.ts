import type { TextTree } from '@ninefold/spec';
import en from '../../locales/en/exchange.json' with { type: 'json' };
import ja from '../../locales/ja/exchange.json' with { type: 'json' };
import type { ServedApplication } from '../specification/served.ts';
import type { ShippedTexts } from './shipped-texts.ts';
import { textAt } from './texts.ts';
import type { Reader } from './told-values.ts';

/** The language in which the runtime's own texts are always complete. */
const SHIPPED = 'en';

const TRUTHS: Readonly<Record<string, Readonly<Record<'yes' | 'no', string>>>> = { en, ja };

/** The languages in which a text is looked for, the reader's first. */
export function languageOrder({ model }: Pick<ServedApplication, 'model'>, language: string): readonly string[] {
  return [language, model.languages[0] ?? SHIPPED, SHIPPED];
}

/** A reader of this language with the labels of the application, and those that the runtime has of its own limits. */
export function readerIn(
  application: Pick<ServedApplication, 'model' | 'texts'>,
  language: string,
  shipped: ShippedTexts | null = null,
): Reader {
  const order = languageOrder(application, language);
  const sources = order.map((one) => [application.texts[one], shipped?.get('shell')?.get(one)] as const);
  return {
    language,
    timeZone: application.model.timeZone,
    label: (path) => firstText(sources, path),
    boolean: (value) => (TRUTHS[language] ?? en)[value ? 'yes' : 'no'],
  };
}

/** The first of these texts in the order of languages: of the application, then of the runtime. */
function firstText(
  languages: readonly (readonly [app: TextTree | undefined, shell: TextTree | undefined])[],
  path: readonly string[],
): string | null {
  const [kind = '', id = ''] = path;
  const found = languages.map(
    ([app, shell]) => textAt(app, [...path, 'label']) ?? (kind === 'limits' ? textAt(shell, ['limit', id]) : null),
  );
  return found.find((text) => text !== null) ?? null;
}
