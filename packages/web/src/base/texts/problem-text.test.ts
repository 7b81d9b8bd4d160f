import { applicationError, RUNTIME_ERRORS } from '@ninefold/model';
import { describe, expect, test } from 'vitest';
import enErrors from '@ninefold/model/locales/en/errors.json' with { type: 'json' };
import jaErrors from '@ninefold/model/locales/ja/errors.json' with { type: 'json' };
import enShell from '../../../locales/en/shell.json' with { type: 'json' };
import jaShell from '../../../locales/ja/shell.json' with { type: 'json' };
import { makeTexts, type Texts } from './make-texts.ts';
import { textSource } from './text-source.ts';
import { insideSentence, oneOf } from './words.ts';

const EN = {
  entities: {
    ticket: {
      label: 'Request',
      label_many: 'Requests',
      fields: {
        category: { label: 'Category' },
        requester: { label: 'Requested by' },
        asset: { label: 'Equipment' },
        subject: { label: 'Subject' },
        kind_x: { label: 'Kind' },
        line_items: { label: 'Lines', fields: { unit_price: { label: 'Unit price' } } },
      },
    },
    category: { label: 'Category' },
    user: { label: 'Person' },
    asset: { label: 'Item' },
    loan_case: { label: 'Loan' },
  },
  states: {
    ticket: {
      states: { new_one: { label: 'New' } },
      transitions: {
        hand_over: { label: 'Hand over', input: { to_team: { label: 'To team' }, reason_why: { label: 'Why?' } } },
      },
    },
  },
  rules: { ticket: { due_too_far: { message: 'Choose a due time within {{longest_days}} days, not {{due_at}}.' } } },
};
const JA: typeof EN = structuredClone(EN);
JA.entities.ticket.fields.category.label = JA.entities.category.label = 'カテゴリー';
JA.entities.user.label = 'ユーザー';
JA.entities.ticket.fields.requester.label = '依頼者';
JA.states.ticket.transitions.hand_over.input.reason_why.label = '確認したいこと';

const FILES = {
  en: { shell: enShell, errors: enErrors, app: EN },
  ja: { shell: jaShell, errors: jaErrors, app: JA },
};

function textsIn(language: 'en' | 'ja'): Texts {
  return makeTexts(textSource([language, 'en'], FILES), 'desk');
}

const choice = { offers: true };
const required = (path: string) => ({ path, code: 'required', params: { field: path } }) as const;
const place = { entity: 'ticket', transition: 'hand_over' };

test('a number of which no decimals are kept is asked for without them', () => {
  for (const [language, some, none] of [
    ['en', 'Enter a number with fewer decimals: this field keeps 2.', 'Enter a number without decimals.'],
    ['ja', '小数点以下は2桁までです。', '小数点以下のない数値を入力してください。'],
  ] as const) {
    const texts = textsIn(language);
    const said = (max: number) => texts.problem({ code: 'too_many_decimals', params: { max } });
    expect([said(2), said(0)]).toEqual([some, none]);
  }
});

describe('an empty field', () => {
  test.each([
    ['a text', required('subject'), {}, 'Enter “Subject”.', '「Subject」を入力してください。'],
    [
      'a picker',
      required('category'),
      { refersTo: 'category' },
      'Choose a category.',
      'カテゴリーを選択してください。',
    ],
    [
      'a picker under another name',
      required('requester'),
      { refersTo: 'user' },
      'Choose a person.',
      '依頼者を選択してください。',
    ],
    [
      'a thing that begins with a vowel',
      required('asset'),
      { refersTo: 'asset' },
      'Choose an item.',
      'Equipmentを選択してください。',
    ],
    [
      'one of several kinds of records, in a form',
      required('input.to_whom.user'),
      { refersTo: 'user', alsoTo: ['category', 'asset'] },
      'Choose a person, a category, or an item.',
      'To whomを選択してください。',
    ],
    ['a choice', required('kind_x'), choice, 'Choose an option for “Kind”.', 'Kindを選択してください。'],
    [
      'a field that takes files',
      required('kind_x'),
      { adds: 'files' as const },
      'Add a file for “Kind”.',
      '「Kind」のファイルを追加してください。',
    ],
    [
      'a field that takes lines',
      required('kind_x'),
      { adds: 'lines' as const },
      'Add a line to “Kind”.',
      '「Kind」に行を追加してください。',
    ],
    [
      'a field of a line',
      required('line_items[2].unit_price'),
      {},
      'Enter “Unit price”.',
      '「Unit price」を入力してください。',
    ],
    ['an input', required('input.to_team'), {}, 'Enter “To team”.', '「To team」を入力してください。'],
    [
      'an input that asks',
      required('input.reason_why'),
      {},
      'Answer “Why?”.',
      '「確認したいこと」を入力してください。',
    ],
  ])('%s', async (_, problem, about, en, ja) => {
    const said = async (language: 'en' | 'ja') => textsIn(language).problem(problem, { ...place, ...about });
    expect([await said('en'), await said('ja')]).toEqual([en, ja]);
  });

  test('of which no label is known is not named at all', () => {
    const { problem } = textsIn('en');
    expect(problem(required('input.to_team'), { entity: 'ticket' })).toBe('Enter this value.');
    expect(problem(required('to_team'))).toBe('Enter this value.');
  });
});

test('no id of the specification is a word of any sentence of the runtime', () => {
  const ids = {
    // A column of a file is called as it is in the file.
    ...{ field: 'kind', entity: 'loan_case', transition: 'hand_over', state: 'new_one', limit: 'where_parts' },
    ...{
      min: 1,
      max: 2,
      value: 'x',
      seconds: 3,
      position: 4,
      name: 'x',
      most: 5,
      parameter: 'x',
      format: 'CSV',
      place: '',
    },
    ...{
      column: 'x',
      fields: 'x or y',
      file: 'a.csv',
      row: 1,
      line: 1,
      failed: 1,
      of: 2,
      seen: 1,
      found: 2,
      count: 1,
      needed: 2,
      day: '2026-12-01',
    },
  };
  for (const language of ['en', 'ja'] as const) {
    const texts = textsIn(language);
    for (const code of Object.keys(RUNTIME_ERRORS)) {
      for (const path of ['', 'kind_x', 'line_items[0].unit_price', 'input.reason_why']) {
        for (const about of [{}, choice, { refersTo: 'asset' }]) {
          const text = texts.problem({ code: code as never, path, params: ids }, { ...place, ...about }); // every code of the catalogue
          expect(text, `${language} ${code}`).not.toMatch(/[a-z]_[a-z]|\{\{/);
        }
      }
    }
  }
});

test('values are shown in words: those of the form first, numbers as the language writes them, records by title', () => {
  const { problem } = textsIn('en');
  const code = applicationError('ticket.due_too_far');
  const params = { longest_days: 1000, due_at: '2026-12-01T10:00:00Z' };
  expect(problem({ code, params }, { shown: { due_at: 'Dec 1, 2026, 11:00 AM' } })).toBe(
    'Choose a due time within 1,000 days, not Dec 1, 2026, 11:00 AM.',
  );
  expect(problem({ code, params: { longest_days: 2, due_at: { id: 'x', title: 'Moon' } } })).toContain('not Moon.');
});

test('what was typed and names no record is told; an id of a record is not', () => {
  const { problem } = textsIn('en');
  const missing = (value: string) =>
    problem({ code: 'no_such_record', path: 'category', params: { value } }, { ...place, refersTo: 'category' });
  expect(missing('Lamps')).toBe('No category matches “Lamps”.');
  expect(missing('01a200cd-b2c3-7000-8000-000000000000')).toBe('This record cannot be found. Choose another one.');
});

test('a form of a value is told as its reader writes it', () => {
  const [en, ja] = [textsIn('en'), textsIn('ja')];
  const bad = { code: 'bad_date', path: 'subject', params: {} } as const;
  expect(en.problem(bad, { ...place, shown: { example: '03/05/2026' } })).toBe('Enter a date, such as 03/05/2026.');
  expect(ja.problem(bad, { ...place, shown: { example: '2026/03/05' } })).toBe(
    '日付は「2026/03/05」の形式で入力してください。',
  );
  expect(en.problem(bad)).toBe('Enter a date, such as 2026-03-05.');
});

test('names inside a sentence: small in English unless they are abbreviations', () => {
  expect(['Request', 'PC', 'API key', 'B2B case', 'x'].map((name) => insideSentence(name, 'en'))).toEqual([
    'request',
    'PC',
    'API key',
    'B2B case',
    'x',
  ]);
  expect([oneOf('Item', 'en'), oneOf('Loan', 'en-GB'), oneOf('Termin', 'de'), oneOf('備品', 'ja')]).toEqual([
    'an item',
    'a loan',
    'Termin',
    '備品',
  ]);
  const { t, things } = textsIn('en');
  expect(t('list.no_match', { things: things('ticket') })).toBe('No matching requests');
});
