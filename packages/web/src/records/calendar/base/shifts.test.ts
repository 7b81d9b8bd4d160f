import type { RecordValue, Wire } from '@ninefold/model';
import { expect, test } from 'vitest';
import { shifted } from './shifts.ts';

const MADE = { created_at: '2026-11-01T00:00:00.000Z', created_by: null };

const record = (from: Wire, to: Wire): RecordValue => ({
  ...{ id: 'a', version: 1, from, to },
  ...{ ...MADE, changed_at: MADE.created_at, changed_by: null },
});

const BERLIN = {
  calendar: { from: 'from', to: 'to', per: null, closed: null, holidays: null },
  isDay: false,
  timeZone: 'Europe/Berlin',
};
const DAYS = { ...BERLIN, isDay: true };

test('days move with their record, or one end alone; a blank end stays blank', () => {
  expect(shifted(record('2026-02-27', '2026-03-02'), DAYS, { from: 2, to: 2 })).toEqual({
    from: '2026-03-01',
    to: '2026-03-04',
  });
  expect(shifted(record('2026-02-27', '2026-03-02'), DAYS, { from: 0, to: -1 })).toEqual({ to: '2026-03-01' });
  expect(shifted(record('2026-02-27', null), DAYS, { from: -7, to: -7 })).toEqual({ from: '2026-02-20' });
  expect(shifted(record('9999-12-31', '9999-12-31'), DAYS, { from: 1, to: 1 })).toBeNull();
});

test('moments keep their time of day over a change of summer time', () => {
  // 9:00 to 10:30 in Berlin, before and after the clocks went forward on 29 March 2026
  const meeting = record('2026-03-28T08:00:00.000Z', '2026-03-28T09:30:00.000Z');
  expect(shifted(meeting, BERLIN, { from: 1, to: 1 })).toEqual({
    from: '2026-03-29T07:00:00.000Z',
    to: '2026-03-29T08:30:00.000Z',
  });
});
