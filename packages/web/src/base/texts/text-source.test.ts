import { createInstance, type PostProcessorModule, type TOptions } from 'i18next';
import { directionOf } from '@ninefold/model';
import { expect, test } from 'vitest';
import { isolatedForeign, isolatedValue } from './directions.ts';
import { makeTexts, type TextSource } from './make-texts.ts';
import { textSource, type TextFiles } from './text-source.ts';

const FILES: TextFiles = {
  en: {
    shell: {
      plain: 'Sign in',
      hello: 'Hello {{ name }}, {{count}} open, {{missing}}.',
      more_one: 'Show {{count}} more account',
      more_other: 'Show {{count}} more accounts',
      only: 'Only in English',
      deep: { deeper: { text: 'Deep' } },
    },
    errors: { too_many_tries: { message_one: 'Wait {{seconds}} second.', message_other: 'Wait {{seconds}} seconds.' } },
    app: { purpose: { name: 'Service desk' }, roles: { agent: { label: 'Agent' } } },
  },
  ja: { shell: { plain: 'ログイン', more_other: 'ほか{{count}}件' }, app: { purpose: { name: 'サービスデスク' } } },
  ar: { shell: { hello: 'مرحبا {{name}}، {{count}} مفتوح' } },
  pl: { shell: { more_one: '{{count}} konto', more_few: '{{count}} konta', more_many: '{{count}} kont' } },
};

/** What i18next hands to a processor of texts with `postProcessPassResolved`. */
interface Resolved extends TOptions {
  readonly i18nResolved?: { readonly usedLng?: string };
}

async function both(languages: readonly string[]): Promise<readonly [plain: TextSource, library: TextSource]> {
  const i18n = createInstance();
  const direction = directionOf(languages[0] ?? 'en');
  const isolating: PostProcessorModule = {
    type: 'postProcessor',
    name: 'isolating',
    process: (text: string, _key, { i18nResolved }: Resolved) =>
      isolatedForeign(text, i18nResolved?.usedLng ?? '', direction),
  };
  await i18n.use(isolating).init({
    lng: languages[0] ?? 'en',
    fallbackLng: languages.slice(1),
    resources: FILES as Record<string, Record<string, Record<string, unknown>>>,
    returnEmptyString: false,
    interpolation: { escapeValue: true, escape: (value: string) => isolatedValue(value, direction) },
    postProcess: ['isolating'],
    postProcessPassResolved: true,
  });
  return [textSource(languages, FILES), i18n];
}

const ASKED = [
  ['shell:plain', {}],
  ['shell:nothing', {}],
  ['shell:deep.deeper.text', {}],
  ['shell:deep.constructor', {}],
  ['shell:only', {}],
  ['shell:hello', { name: 'O’Neil & <Sons>', count: 3 }],
  ['shell:hello', { name: 'سلمى', count: 0 }],
  ...[0, 1, 2, 5, 22].map((count) => ['shell:more', { count }] as const),
  ['app:purpose.name', {}],
  ['app:roles.agent.label', {}],
] as const;

test.each([[['en']], [['ja', 'en']], [['ja-JP', 'ja', 'en']], [['ar', 'en']], [['pl', 'en']]])(
  'texts in %s are those that i18next gives',
  async (languages) => {
    const [plain, library] = await both(languages);
    const read = (source: TextSource) =>
      ASKED.map(([key, values]) => {
        if (!source.exists(key, { ...values })) return [key, null];
        const { usedLng } = source.t(key, { ...values, returnDetails: true }) as { readonly usedLng?: string };
        return [key, source.t(key, { ...values }), usedLng];
      });
    expect(read(plain)).toEqual(read(library));
  },
);

test('a problem has its plural form, and what the application is called falls back to its source language', () => {
  const { problem, appName, role } = makeTexts(textSource(['ja', 'en'], FILES), 'desk');
  expect(problem({ code: 'too_many_tries', params: { seconds: 1 } })).toBe('Wait 1 second.');
  expect(problem({ code: 'too_many_tries', params: { seconds: 5 } })).toBe('Wait 5 seconds.');
  expect([appName, role('agent')]).toEqual(['サービスデスク', 'Agent']);
});
