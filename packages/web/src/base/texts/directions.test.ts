import { applicationError } from '@ninefold/model';
import { createInstance, type i18n as I18n } from 'i18next';
import { expect, test } from 'vitest';
import { directionOptions, foreignDirection, isolated } from './directions.ts';
import { makeTexts } from './make-texts.ts';

const EN = {
  shell: { page: '{{at}} of {{all}}', filled: 'Filled in for you.', hello: 'Hello {{name}}, {{count}} open' },
  app: { rules: { pay: { late: { message_one: '{{days}} day late', message_other: '{{days}} days late' } } } },
};
const LATE = applicationError('pay.late');
const AR = { shell: { hello: 'مرحبا {{name}}، {{count}} مفتوح' } };

async function shown(language: string): Promise<I18n> {
  const i18n = createInstance();
  await i18n.use(foreignDirection(i18n)).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: EN, ar: AR },
    ...directionOptions(i18n),
  });
  return i18n;
}

test('a sentence that is there in English only, and values in Arabic sentences, keep their own direction', async () => {
  const { t, problem } = makeTexts(await shown('ar'), 'desk');
  expect(t('filled')).toBe(isolated('Filled in for you.'));
  expect(t('page', { at: 1, all: 324 })).toBe(isolated(`${isolated('1')} of ${isolated('324')}`));
  expect(t('hello', { name: 'Ada', count: 3 })).toBe(`مرحبا ${isolated('Ada')}، ${isolated('3')} مفتوح`);
  expect(problem({ code: LATE, params: { days: 1 } })).toBe(isolated(`${isolated('1')} day late`));
});

test('where all runs from left to right texts are as written, and only a name from right to left is isolated', async () => {
  const { t } = makeTexts(await shown('en'), 'desk');
  expect(t('page', { at: 1, all: 324 })).toBe('1 of 324');
  expect(t('hello', { name: 'O’Neil & <Sons>', count: 3 })).toBe('Hello O’Neil & <Sons>, 3 open');
  expect(t('hello', { name: 'سلمى', count: 3 })).toBe(`Hello ${isolated('سلمى')}, 3 open`);
});

test('the message of a rule takes the plural form of the number in it', async () => {
  const { problem } = makeTexts(await shown('en'), 'desk');
  const late = (days: string | number) => problem({ code: LATE, params: { days } });
  expect([late(1), late(2), late('1.00'), late('2.50')]).toEqual([
    '1 day late',
    '2 days late',
    '1.00 day late',
    '2.50 days late',
  ]);
});
