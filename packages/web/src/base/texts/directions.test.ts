import { applicationError } from '@ninefold/model';
import { expect, test } from 'vitest';
import { isolated } from './directions.ts';
import { makeTexts, type TextSource } from './make-texts.ts';
import { textSource } from './text-source.ts';

const EN = {
  shell: { page: '{{at}} of {{all}}', filled: 'Filled in for you.', hello: 'Hello {{name}}, {{count}} open' },
  app: { rules: { pay: { late: { message_one: '{{days}} day late', message_other: '{{days}} days late' } } } },
};
const LATE = applicationError('pay.late');
const AR = { shell: { hello: 'مرحبا {{name}}، {{count}} مفتوح' } };

const shown = (language: string): TextSource => textSource([language, 'en'], { en: EN, ar: AR });

test('a sentence that is there in English only, and values in Arabic sentences, keep their own direction', () => {
  const { t, problem } = makeTexts(shown('ar'), 'desk');
  expect(t('filled')).toBe(isolated('Filled in for you.'));
  expect(t('page', { at: 1, all: 324 })).toBe(isolated(`${isolated('1')} of ${isolated('324')}`));
  expect(t('hello', { name: 'Ada', count: 3 })).toBe(`مرحبا ${isolated('Ada')}، ${isolated('3')} مفتوح`);
  expect(problem({ code: LATE, params: { days: 1 } })).toBe(isolated(`${isolated('1')} day late`));
});

test('where all runs from left to right texts are as written, and only a name from right to left is isolated', () => {
  const { t } = makeTexts(shown('en'), 'desk');
  expect(t('page', { at: 1, all: 324 })).toBe('1 of 324');
  expect(t('hello', { name: 'O’Neil & <Sons>', count: 3 })).toBe('Hello O’Neil & <Sons>, 3 open');
  expect(t('hello', { name: 'سلمى', count: 3 })).toBe(`Hello ${isolated('سلمى')}, 3 open`);
});

test('the message of a rule takes the plural form of the number in it', () => {
  const { problem } = makeTexts(shown('en'), 'desk');
  const late = (days: string | number) => problem({ code: LATE, params: { days } });
  expect([late(1), late(2), late('1.00'), late('2.50')]).toEqual([
    '1 day late',
    '2 days late',
    '1.00 day late',
    '2.50 days late',
  ]);
});
