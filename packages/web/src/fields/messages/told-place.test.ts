import {
  applicationError,
  digitDate,
  PLAIN_FIELD,
  showDate,
  showInstant,
  showNumber,
  type Field,
  type Model,
} from '@ninefold/model';
import { expect, test } from 'vitest';
import type { Format } from '../../base/format/use-format.ts';
import type { Texts } from '../../base/texts/make-texts.ts';
import { toldPlace } from './told-place.ts';

const plain = (id: string, type: string, more: object = {}): Field => ({ ...PLAIN_FIELD, id, type, ...more }) as Field; // the rest of a field does not matter
const fields = {
  due: plain('due', 'datetime', { era: false }),
  day: plain('day', 'date', { era: false }),
  cost: plain('cost', 'number', { scale: 2 }),
  yen: plain('yen', 'money', { scale: 0 }),
  share: plain('share', 'percent', { scale: 1 }),
  kind: plain('kind', 'choice', { options: ['new_one'] }),
  done: plain('done', 'boolean'),
  papers: plain('papers', 'files'),
  'address.since': plain('address.since', 'date', { era: false }),
  rows: plain('rows', 'lines', { fields: { from: plain('from', 'date', { era: false }) } }),
};
const limits = {
  most_days: { id: 'most_days', type: 'integer', scale: null },
  closed_days: { id: 'closed_days', type: 'dates', scale: null },
};
const lifecycle = { transitions: { move: { input: { until: plain('until', 'date', { era: false }) } } } };
const model = {
  entities: { ticket: { id: 'ticket', fields, lifecycle, lifecycles: {} } },
  limits,
  currency: 'EUR',
} as unknown as Model; // what sentences read of a model

const formatIn = (language: string): Format =>
  ({
    language,
    timeZone: 'Europe/Berlin',
    number: (value: string | number) => showNumber(value, language),
    date: (date: string) => showDate(date, language),
    digits: (date: string) => digitDate(date, language),
    instant: (instant: string) => showInstant(instant, language, 'Europe/Berlin'),
  }) as Format; // what sentences show by
const texts = { option: (_entity, _field, option) => `the option ${option}`, t: (key) => key } as Pick<
  Texts,
  'option' | 't'
> as Texts; // what sentences ask of texts

const shown = (code: string, path: string, params: object, language = 'en') =>
  toldPlace(
    { code, path, params } as Parameters<typeof toldPlace>[0], // codes of the catalogue or of rules
    { entity: 'ticket', transition: 'move' },
    { texts, model, format: formatIn(language) },
  ).shown;
const instant = '2026-11-22T01:12:29.079Z';

test.each([
  [
    'a moment',
    'too_early',
    'due',
    { field: 'due', min: instant },
    { min: 'Nov 22, 2026, 2:12 AM' },
    { min: '2026/11/22 02:12' },
  ],
  ['a day', 'too_late', 'day', { max: '2026-12-05' }, { max: 'Dec 5, 2026' }, { max: '2026/12/05' }],
  ['a number', 'too_big', 'cost', { max: '12345.50' }, { max: '12,345.50' }, { max: '12,345.50' }],
  [
    'a part of an object',
    'too_late',
    'address.since',
    { max: '2026-12-05' },
    { max: 'Dec 5, 2026' },
    { max: '2026/12/05' },
  ],
  [
    'a field of a line',
    'too_late',
    'rows[2].from',
    { max: '2026-12-05' },
    { max: 'Dec 5, 2026' },
    { max: '2026/12/05' },
  ],
  ['an input', 'too_late', 'input.until', { max: '2026-12-05' }, { max: 'Dec 5, 2026' }, { max: '2026/12/05' }],
  ['a count is none of the type of its field', 'too_long', 'kind', { max: 5 }, {}, {}],
])('a bound is shown by the type of its field: %s', (_, code, path, params, en, ja) => {
  expect([shown(code, path, params), shown(code, path, params, 'ja')]).toEqual([en, ja]);
});

test('the values of a rule are shown by the types of the fields and limits that it read', () => {
  const params = {
    due: instant,
    kind: 'new_one',
    done: false,
    from: '2026-12-05',
    most_days: 1000,
    closed_days: ['2026-12-24', '2026-12-25'],
    created_at: instant,
    other: 'x',
  };
  expect(shown(applicationError('ticket.rule'), 'day', params)).toEqual({
    due: 'Nov 22, 2026, 2:12 AM',
    kind: 'the option new_one',
    done: 'inputs.no',
    from: 'Dec 5, 2026',
    most_days: '1,000',
    closed_days: 'Dec 24, 2026 and Dec 25, 2026',
    created_at: 'Nov 22, 2026, 2:12 AM',
  });
});

test('files and lines are added, not entered', () => {
  const adds = (path: string) =>
    toldPlace({ code: 'required', path, params: {} }, { entity: 'ticket' }, { texts, model, format: formatIn('en') })
      .adds;
  expect(['rows', 'papers', 'day', 'rows[0].from'].map(adds)).toEqual(['lines', 'files', null, null]);
});

test('an example is written as the field shows it', () => {
  expect([shown('bad_date', 'day', {}), shown('bad_datetime', 'due', {}, 'ja')]).toEqual([
    { example: '03/05/2026' },
    { example: '2026/03/05 14:30' },
  ]);
  expect(['cost', 'yen', 'share', 'other'].map((path) => shown('bad_number', path, {})?.['example'])).toEqual([
    '1200.50',
    '1200',
    '1200.5',
    '1200.50',
  ]);
});
