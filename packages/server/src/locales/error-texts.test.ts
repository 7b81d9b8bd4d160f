import { expect, test } from 'vitest';
import type { ServedApplication } from '../specification/served.ts';
import { createErrorTexts } from './error-texts.ts';
import { readShippedTexts } from './shipped-texts.ts';

const application = {
  model: { languages: ['en', 'ja'], errors: {} },
  texts: {
    en: {
      entities: { loan_case: { label: 'Loan' } },
      limits: { most_days: { label: 'Longest loan' } },
    },
    ja: { entities: { loan_case: { label: '貸出' } } },
  },
} as unknown as ServedApplication; // what messages read of an application
const say = createErrorTexts(application, readShippedTexts(null));

test('messages name labels, in the source language where another lacks one', () => {
  expect(say('in_use', { entity: 'loan_case', count: 2 }, 'en')).toContain('in use by Loan');
  expect(say('in_use', { entity: 'loan_case' }, 'ja')).toContain('（貸出）');
  expect(say('limit_not_shown', { limit: 'most_days' }, 'ja')).toContain('（Longest loan）');
});

test('what has no label keeps its id, for programs that named it', () => {
  expect(say('in_use', { entity: 'nothing' }, 'en')).toContain('in use by nothing');
});

test('a message about the form of a value has its example', () => {
  expect(say('bad_date', {}, 'en')).toBe('Enter a date, such as 2026-03-05.');
  expect(say('bad_datetime', {}, 'ja')).toBe('日時は「2026-03-05 14:30」の形式で入力してください。');
});
