import { readListState, type ListScreen } from '@ninefold/model';
import { expect, test } from 'vitest';
import { metQuery, openQuery } from './calendar-query.ts';

const screen = { id: 'loans', where: null } as ListScreen;
const state = readListState(new URLSearchParams('f.asset=eq:a1&sort=-until&page=3'), { sort: [], size: 25 });
const asked = {
  state,
  screen,
  timeZone: 'Europe/Berlin',
  calendar: { from: 'from', to: 'until', per: null, closed: null, holidays: null },
};
const WEEK = ['2026-03-23', '2026-03-29'];

const said = (query: string): readonly string[] =>
  [...new URLSearchParams(query)].filter(([name]) => name.startsWith('f.')).map(([name, value]) => `${name} ${value}`);

test('a week asks for the records that meet it, within the filters of the list, and for one page of them', () => {
  const query = metQuery({ ...asked, isDay: true }, WEEK);
  expect(said(query)).toEqual(['f.asset eq:a1', 'f.from le:2026-03-29', 'f.until ge:2026-03-23']);
  expect(query).toContain('sort=from&size=200&total=none');
  expect(query).not.toContain('page=');
  expect(said(openQuery({ ...asked, isDay: true }, WEEK))).toEqual([
    'f.asset eq:a1',
    'f.from le:2026-03-29',
    'f.until blank',
  ]);
});

test('moments are looked for between the midnights of the zone, on both sides of a change of summer time', () => {
  const moments = {
    ...asked,
    isDay: false,
    calendar: { from: 'from', to: null, per: null, closed: null, holidays: null },
  };
  expect(said(metQuery(moments, WEEK))).toEqual([
    'f.asset eq:a1',
    'f.from lt:2026-03-29T22:00:00.000Z',
    'f.from ge:2026-03-22T23:00:00.000Z',
  ]);
});
