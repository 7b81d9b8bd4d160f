import { applicationError, isRuntimeError, RUNTIME_ERRORS, type Wire } from '@ninefold/model';
import { compile } from '@ninefold/spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createErrorTexts } from './error-texts.ts';
import { readShippedTexts } from './shipped-texts.ts';
import type { About } from './told-values.ts';

const VALUES_READ =
  '{{due_at}} {{first_day}} {{how_many}} {{long_kind}} {{is_late}} {{how_long}} {{starts_on}} {{used_from}} {{most_days}} {{created_at}} {{closed_days}}';
const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], time_zone: Europe/Berlin, currency: EUR }
entities:
  loan_case:
    title: what_for
    fields:
      what_for: { type: string, required: true }
      due_at: { type: datetime }
      first_day: { type: date, min: 2026-01-01 }
      total_cost: { type: money }
      how_many: { type: number, scale: 2 }
      long_kind: { type: choice, options: [very_new, very_old] }
      is_late: { type: boolean }
      how_long: { type: duration }
      starts_on: { type: time }
      line_items: { type: lines, fields: { used_from: { type: date } } }
states:
  loan_case:
    initial: at_desk
    states: { at_desk: {}, gone_home: {} }
    transitions:
      take_home: { from: at_desk, to: gone_home, by: desk_clerk, input: { until_day: { type: date } } }
rules:
  loan_case:
    in_order:
      check: record.due_at > record.created_at
      message: '${VALUES_READ}'
limits: { most_days: { type: integer, value: 5 }, closed_days: { type: dates, value: [2026-12-25] } }
roles: { desk_clerk: { loan_case: all } }
`;
const EN = {
  entities: {
    loan_case: { label: 'Loan', fields: { long_kind: { options: { very_new: { label: 'Brand new' } } } } },
  },
  states: {
    loan_case: { states: { at_desk: { label: 'At the desk' } }, transitions: { take_home: { label: 'Take home' } } },
  },
  limits: { most_days: { label: 'Longest loan' } },
};
const JA = {
  rules: { loan_case: { in_order: { message: VALUES_READ } } },
  entities: { loan_case: { label: '貸出', fields: { long_kind: { options: { very_new: { label: '新品' } } } } } },
};

const { application } = compile([
  { path: 'app.yaml', text: SPECIFICATION },
  { path: 'locales/en/app.json', text: JSON.stringify(EN) },
  { path: 'locales/ja/app.json', text: JSON.stringify(JA) },
]);
if (application === null) throw new Error('the specification of this test is wrong');
const texts = createErrorTexts(application, readShippedTexts(null));
const HERE: About = { entity: 'loan_case', transition: 'take_home' };
const say = (code: string, params: Readonly<Record<string, Wire>>, language: string, path?: string): string =>
  texts(
    { code: isRuntimeError(code) ? code : applicationError(code), params, ...(path === undefined ? {} : { path }) },
    language,
    HERE,
  );
const INSTANT = '2026-11-22T01:12:29.079Z';

test('messages name labels, in the source language where another lacks one', () => {
  const holders = [
    { entity: 'loan_case', count: 1002 },
    { entity: 'nothing', count: 1 },
  ];
  expect(say('in_use', { holders }, 'en')).toContain(': Loan (1,002) and nothing (1).');
  expect(say('in_use', { holders }, 'ja')).toContain('：貸出（1,002）、nothing（1）。');
  expect(say('limit_not_shown', { limit: 'most_days' }, 'ja')).toContain('（Longest loan）');
});

test('what has no label keeps its id, for programs that named it', () => {
  expect(say('limit_not_shown', { limit: 'nothing' }, 'en')).toContain(': nothing.');
});

test('a message about the form of a value has its example', () => {
  expect(say('bad_date', {}, 'en')).toBe('Enter a date, such as 2026-03-05.');
  expect(say('bad_datetime', {}, 'ja')).toBe('日時は「2026-03-05 14:30」の形式で入力してください。');
});

test.each([
  [
    'a moment, in the zone of the application',
    'too_early',
    'due_at',
    { min: INSTANT },
    'Choose Nov 22, 2026, 2:12 AM or later.',
    '2026/11/22 02:12以降を指定してください。',
  ],
  [
    'a day',
    'too_late',
    'first_day',
    { max: '2026-12-05' },
    'Choose Dec 5, 2026 or earlier.',
    '2026/12/05以前を指定してください。',
  ],
  [
    'a day in a line',
    'too_late',
    'line_items[2].used_from',
    { max: '2026-12-05' },
    'Choose Dec 5, 2026 or earlier.',
    '2026/12/05以前を指定してください。',
  ],
  [
    'a day of a form',
    'too_late',
    'input.until_day',
    { max: '2026-12-05' },
    'Choose Dec 5, 2026 or earlier.',
    '2026/12/05以前を指定してください。',
  ],
  [
    'a number',
    'too_big',
    'how_many',
    { max: '12345.50' },
    'Enter 12,345.50 or less.',
    '12,345.50以下の値を入力してください。',
  ],
  [
    'a number in a row of an import',
    'too_big',
    'rows[3].how_many',
    { max: '12345.50' },
    'Enter 12,345.50 or less.',
    '12,345.50以下の値を入力してください。',
  ],
  [
    'a moment where no field is known',
    'too_early',
    undefined,
    { min: INSTANT },
    'Choose Nov 22, 2026, 2:12 AM or later.',
    '2026/11/22 02:12以降を指定してください。',
  ],
  [
    'a count',
    'too_long',
    'what_for',
    { max: 1200 },
    'Use 1,200 characters or fewer.',
    '1,200文字以内で入力してください。',
  ],
] as const)('a value is written as the reader writes it: %s', (_, code, path, params, en, ja) => {
  expect([say(code, params, 'en', path), say(code, params, 'ja', path)]).toEqual([en, ja]);
});

test('the values of a rule are shown by the types of the fields and limits that it read', () => {
  const params = {
    ...{ due_at: INSTANT, first_day: '2026-12-05', how_many: '1234.5', long_kind: 'very_new', is_late: true },
    ...{ how_long: 'PT36H30M', starts_on: '08:30', used_from: '2026-01-31', most_days: 1000, created_at: INSTANT },
    closed_days: ['2026-12-24', '2026-12-25'],
  };
  expect(say('loan_case.in_order', params, 'en')).toBe(
    'Nov 22, 2026, 2:12 AM Dec 5, 2026 1,234.5 Brand new Yes 36h 30m 8:30 AM Jan 31, 2026 1,000 Nov 22, 2026, 2:12 AM Dec 24, 2026 and Dec 25, 2026',
  );
  expect(say('loan_case.in_order', params, 'ja')).toBe(
    '2026/11/22 02:12 2026/12/05 1,234.5 新品 はい 36時間30分 08:30 2026/01/31 1,000 2026/11/22 02:12 2026/12/24、2026/12/25',
  );
});

const MOMENTS = fc
  .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') })
  .map((at) => at.toISOString());
const DAYS = MOMENTS.map((moment) => moment.slice(0, 10));
const NUMBERS = fc.oneof(
  fc.integer(),
  fc.integer().map((count) => `${String(count)}.50`),
);
/** Fields with values of their type as they stand in problems. */
const FIELDS = fc.oneof(
  fc.tuple(fc.constantFrom('due_at', 'rows[2].due_at'), MOMENTS),
  fc.tuple(fc.constantFrom('first_day', 'line_items[1].used_from', 'input.until_day'), DAYS),
  fc.tuple(fc.constantFrom('how_many', 'total_cost'), NUMBERS),
  fc.tuple(fc.constantFrom('', 'nowhere'), fc.oneof(MOMENTS, DAYS, NUMBERS, fc.boolean(), fc.constant(null))),
);
const IDS = { entity: 'loan_case', transition: 'take_home', state: 'at_desk', limit: 'most_days' };
const codes = fc.constantFrom(...Object.keys(RUNTIME_ERRORS), 'loan_case.in_order');

/** Whether a text has what is for programs only: a moment or a day of JSON, or an id of the specification. */
const FOR_PROGRAMS = /\d{4}-\d\d-\d\d|\d\dT\d\d|[a-z]+_[a-z]+|\[object/;
const EXAMPLES = /2026-03-05(?: 14:30)?/g;

test('no message of the catalogue says to people what is for programs', () => {
  fc.assert(
    fc.property(
      codes,
      FIELDS,
      fc.tuple(MOMENTS, DAYS, fc.integer()),
      fc.constantFrom('en', 'ja'),
      (code, [path, bound], [moment, day, count], language) => {
        const counts = { most: count, seen: count, found: count, seconds: count };
        const read = { due_at: moment, created_at: moment, first_day: day, used_from: day, long_kind: 'very_new' };
        const drawn = { min: bound, max: bound, ...counts, ...read };
        const message = say(code, { ...drawn, ...IDS }, language, path)
          .replaceAll(EXAMPLES, '')
          .replaceAll(/\{\{\w+\}\}/g, '');
        expect(message).not.toMatch(FOR_PROGRAMS);
      },
    ),
    { numRuns: 2000 },
  );
});
