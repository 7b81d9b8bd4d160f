import { addToDate, evaluate, isDate, todayIn } from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { valuesOf } from '../../sql/sql.ts';
import { compileSql } from '../compile.ts';
import { scopeOf } from './data.ts';
import { checked, DESK } from './desk.ts';
import type { Engine } from './engine.ts';
import { holderOf } from './holders.ts';
import type { Row, Rows } from './rows.ts';
import { TICKET } from './sums.ts';

/** An expression over a ticket with these values, in a zone, and its value as text. */
type Case = readonly [zone: string, values: Readonly<Record<string, unknown>>, source: string, value: string];

/** Zone, last millisecond of a day, that day, the day that begins with the next millisecond. */
const DAYS: readonly (readonly [zone: string, last: string, day: string, next: string])[] = [
  ['Europe/Berlin', '2026-03-28T22:59:59.999Z', '2026-03-28', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T21:59:59.999Z', '2026-03-29', '2026-03-30'],
  ['Europe/Berlin', '2026-10-24T21:59:59.999Z', '2026-10-24', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25', '2026-10-26'],
  ['America/New_York', '2026-03-08T04:59:59.999Z', '2026-03-07', '2026-03-08'],
  ['America/New_York', '2026-03-09T03:59:59.999Z', '2026-03-08', '2026-03-09'],
  ['America/New_York', '2026-11-01T03:59:59.999Z', '2026-10-31', '2026-11-01'],
  ['America/New_York', '2026-11-02T04:59:59.999Z', '2026-11-01', '2026-11-02'],
  ['Australia/Sydney', '2026-04-04T12:59:59.999Z', '2026-04-04', '2026-04-05'],
  ['Australia/Sydney', '2026-04-05T13:59:59.999Z', '2026-04-05', '2026-04-06'],
  ['Australia/Sydney', '2026-10-03T13:59:59.999Z', '2026-10-03', '2026-10-04'],
  ['Australia/Sydney', '2026-10-04T12:59:59.999Z', '2026-10-04', '2026-10-05'],
  // clocks change at midnight: a day of 25 hours whose last hour comes twice, and one that begins at 1:00
  ['America/Santiago', '2026-04-05T03:59:59.999Z', '2026-04-04', '2026-04-05'],
  ['America/Santiago', '2026-09-06T03:59:59.999Z', '2026-09-05', '2026-09-06'],
  // half an hour of summer time
  ['Australia/Lord_Howe', '2026-04-04T12:59:59.999Z', '2026-04-04', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-04-05T13:29:59.999Z', '2026-04-05', '2026-04-06'],
  ['Australia/Lord_Howe', '2026-10-03T13:29:59.999Z', '2026-10-03', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-10-04T12:59:59.999Z', '2026-10-04', '2026-10-05'],
  // both sides of the date line, and a day that never was
  ['Pacific/Kiritimati', '2026-03-05T09:59:59.999Z', '2026-03-05', '2026-03-06'],
  ['Pacific/Pago_Pago', '2026-03-05T10:59:59.999Z', '2026-03-04', '2026-03-05'],
  ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29', '2011-12-31'],
  ['Asia/Kathmandu', '2026-03-05T18:14:59.999Z', '2026-03-05', '2026-03-06'],
];

const text2 = (value: number): string => String(value).padStart(2, '0');
const text4 = (value: number): string => String(value).padStart(4, '0');

const BERLIN = 'Europe/Berlin';
const month = (from: string, count: number, value: string): Case => [
  'UTC',
  { from, count },
  'record.from + months(record.count)',
  value,
];

/** A random day near a birthday of a random date, the 29 February among them, and how many birthdays there have been. */
const AGE_SEED = Math.trunc(Math.random() * 2 ** 31);
const AGES: readonly Case[] = fc
  .sample(
    fc.tuple(fc.integer({ min: 1, max: 9000 }), fc.nat(11), fc.nat(30), fc.nat(120), fc.integer({ min: -1, max: 1 })),
    {
      seed: AGE_SEED,
      numRuns: 200,
    },
  )
  .flatMap(([year, month, day, years, beside]): readonly Case[] => {
    const from = `${text4(year)}-${text2(month + 1)}-${text2(day + 1)}`;
    const birthday = (count: number): string => {
      const same = `${text4(year + count)}${from.slice(4)}`;
      return isDate(same) ? same : `${text4(year + count)}-03-01`;
    };
    const on = addToDate(birthday(years), { months: 0, days: beside, ms: 0 });
    if (!isDate(from) || on === null || on < from) return [];
    const value = String(birthday(years) <= on ? years : years - 1);
    return [
      ['UTC', { from, due: `${on}T12:00:00.000Z` }, 'age(record.from, date(record.due))', value],
      [
        'UTC',
        { from, due: `${on}T12:00:00.000Z` },
        'age(date(record.due), record.from)',
        value === '0' ? '0' : `-${value}`,
      ],
    ];
  });

const CASES: readonly Case[] = [
  ...DAYS.flatMap(([zone, last, day, next]): readonly Case[] => [
    [zone, { due: last }, 'date(record.due)', day],
    [zone, { due: new Date(Date.parse(last) + 1).toISOString() }, 'date(record.due)', next],
  ]),
  month('2026-01-31', 1, '2026-02-28'),
  month('2024-01-31', 1, '2024-02-29'),
  month('2000-01-31', 1, '2000-02-29'),
  month('2100-01-31', 1, '2100-02-28'),
  month('2026-03-31', -1, '2026-02-28'),
  month('2026-05-31', -3, '2026-02-28'),
  month('2026-12-31', 2, '2027-02-28'),
  month('2026-08-31', 1, '2026-09-30'),
  month('2026-01-30', -11, '2025-02-28'),
  month('2024-02-29', 48, '2028-02-29'),
  ['UTC', { from: '2024-02-29' }, 'record.from + years(1)', '2025-02-28'],
  ['UTC', { from: '2024-02-29' }, 'record.from - years(4)', '2020-02-29'],
  ['UTC', { from: '2026-01-31' }, 'record.from + months(1) + months(1)', '2026-03-28'],
  ['UTC', { from: '2026-01-31' }, 'record.from + (months(1) + months(1))', '2026-03-31'],
  ['UTC', { from: '2024-02-10' }, 'end_of_month(record.from)', '2024-02-29'],
  ...AGES,
  // 0:30 of January 31 in Berlin is still January 30 in UTC
  [BERLIN, { due: '2026-01-30T23:30:00.000Z' }, 'record.due + months(1)', '2026-02-27T23:30:00.000Z'],
  [BERLIN, { due: '2026-03-28T18:00:00.000Z' }, 'record.due + days(1)', '2026-03-29T17:00:00.000Z'],
  [BERLIN, { due: '2026-03-28T18:00:00.000Z' }, 'record.due + hours(24)', '2026-03-29T18:00:00.000Z'],
  [BERLIN, { due: '2026-10-24T18:00:00.000Z' }, 'record.due + days(1)', '2026-10-25T19:00:00.000Z'],
  [BERLIN, { due: '2026-10-26T18:00:00.000Z' }, 'record.due - weeks(1)', '2026-10-19T17:00:00.000Z'],
  // a local time in the gap moves on by it, one that comes twice is the first
  [BERLIN, { due: '2026-03-28T01:30:00.000Z' }, 'record.due + days(1)', '2026-03-29T01:30:00.000Z'],
  [BERLIN, { due: '2026-10-24T00:30:00.000Z' }, 'record.due + days(1)', '2026-10-25T00:30:00.000Z'],
  ['Australia/Sydney', { due: '2026-10-02T16:30:00.000Z' }, 'time(record.due + days(1))', '03:30'],
  ['Australia/Lord_Howe', { due: '2026-10-02T15:45:00.000Z' }, 'time(record.due + days(1))', '02:45'],
  ['Pacific/Apia', { due: '2011-12-29T00:00:00.000Z' }, 'record.due + days(2)', '2011-12-31T00:00:00.000Z'],
  // amounts
  ['UTC', { cost: '0.10' }, 'record.cost + 0.2 == 0.3', 'true'],
  ['UTC', { cost: '19.99' }, 'record.cost * 3', '59.97'],
  ['UTC', { cost: '1.00' }, 'record.cost / 3 * 3', '0.9999999999'],
  ['UTC', { cost: '99999999999999.99' }, 'record.cost + 0.01', '100000000000000'],
  ['UTC', { cost: '99999999999999.99' }, 'filled(record.cost * 10)', 'true'],
  ['UTC', { cost: '99999999999999.99' }, 'blank(record.cost * 10.1)', 'true'],
  ['UTC', { cost: '0.50' }, 'convert(record.cost, 1, JPY)', '1'],
  ['UTC', { cost: '-0.50' }, 'convert(record.cost, 1, JPY)', '-1'],
  ['UTC', { cost: '0.49', ratio: '1.0204' }, 'convert(record.cost, record.ratio, JPY)', '0'],
  ['UTC', { cost: '2.35', ratio: '0.9979' }, 'convert(record.cost, record.ratio, USD)', '2.35'],
  ['UTC', { cost: '2.35', ratio: '0.0005' }, 'convert(record.cost, record.ratio, KWD)', '0.001'],
  ['UTC', { cost: '100.00' }, 'convert(convert(record.cost, 160.255, JPY), 0.00624, EUR)', '100'],
];

const ID = (at: number): string => `k${at}`;
const ROWS: Rows = {
  user: [],
  team: [],
  ticket: CASES.map(([, values], at): Row => ({ ...TICKET, lines: [], ...values, id: ID(at) })),
};

/** Holds a database and the evaluator to days, months and amounts that are known. */
export function answersExactly(open: () => Promise<Engine> | Engine): void {
  describe(`in the evaluator and in a database, ages of seed ${String(AGE_SEED)}`, () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await open();
      await engine.fill(ROWS);
    });
    afterAll(() => engine.close());

    test.each(CASES.map((one, at) => [...one, at] as const))(
      '%s %j: %s is %s',
      async (...[zone, , source, value, at]) => {
        const expression = checked(`text(${source})`, DESK);
        const scope = scopeOf(ROWS, null, zone);
        const record = holderOf(ROWS, 'ticket', { id: ID(at), scope });
        expect(evaluate(expression, { ...scope, record })).toBe(value);
        const compiled = compileSql(expression, {
          ...{ model: DESK, dialect: engine.dialect, entity: 'ticket', alias: 't' },
        });
        const rows = await engine.all(
          `SELECT ${compiled.text} AS "v" FROM "ticket" AS t WHERE t."id" = '${ID(at)}'`,
          valuesOf(compiled, scope),
        );
        expect(rows).toEqual([{ v: value }]);
      },
    );
  });

  test.each(DAYS)('today in %s up to %s is %s, then %s', (zone, last, day, next) => {
    expect(todayIn(zone, last)).toBe(day);
    expect(todayIn(zone, new Date(Date.parse(last) + 1).toISOString())).toBe(next);
  });
}
