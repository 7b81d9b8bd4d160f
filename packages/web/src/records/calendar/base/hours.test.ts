import { expect, test } from 'vitest';
import { periodOf, type Entry } from './placing.ts';
import { hoursOf, HOUR_MS } from './hours.ts';

const entry = (id: string, from: string, to: string): Entry => {
  const made = { created_at: from, created_by: null, changed_at: from, changed_by: null };
  const record = { id, version: 1, ...made, from, to };
  const period = periodOf(
    record,
    { from: 'from', to: 'to', per: null, closed: null, holidays: null },
    { isDay: false, timeZone: 'UTC' },
  );
  return { record, period: period ?? { first: '', last: '', clock: null } };
};
const at = (hour: string) => `2026-11-26T${hour}:00.000Z`;
const placed = (...entries: readonly Entry[]) =>
  hoursOf(entries, '2026-11-26').parts.map(({ record, from, to, lane, lanes }) => [
    ...[record.id, from / HOUR_MS, to / HOUR_MS, lane, lanes],
  ]);

test('records that meet stand side by side, others take the whole width', () => {
  expect(
    placed(
      entry('a', at('09:00'), at('11:00')),
      entry('b', at('10:00'), at('12:00')),
      entry('c', at('12:00'), at('13:00')),
    ),
  ).toEqual([
    ['a', 9, 11, 0, 2],
    ['b', 10, 12, 1, 2],
    ['c', 12, 13, 0, 1],
  ]);
});

test('a place that is free again is used again, and a moment is as long as can be read', () => {
  expect(
    placed(
      entry('a', at('09:00'), at('12:00')),
      entry('b', at('09:00'), at('10:00')),
      entry('c', at('10:00'), at('11:00')),
    ),
  ).toMatchObject([
    ['a', 9, 12, 0, 2],
    ['b', 9, 10, 1, 2],
    ['c', 10, 11, 1, 2],
  ]);
  expect(placed(entry('a', at('09:00'), at('09:00')), entry('b', at('09:15'), at('09:15')))).toMatchObject([
    ['a', 9, 9, 0, 2],
    ['b', 9.25, 9.25, 1, 2],
  ]);
});

test('what goes over midnight is cut, and what takes the whole day stands apart', () => {
  const over = entry('a', '2026-11-25T22:00:00.000Z', at('02:00'));
  const whole = entry('b', '2026-11-25T00:00:00.000Z', '2026-11-28T00:00:00.000Z');
  expect(hoursOf([over, whole], '2026-11-26')).toMatchObject({
    whole: [{ record: { id: 'b' } }],
    parts: [{ from: 0, to: 2 * HOUR_MS, begun: true, goesOn: false }],
  });
});
