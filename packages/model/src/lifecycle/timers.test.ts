import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lifecycle, Timer, Transition } from '../ir/lifecycle.ts';
import type { Type } from '../ir/expression.ts';
import { call, entity, expression, literal, NUMBER, path, record, SCOPE } from '../testing/build.ts';
import { dayAfter, startOfDay, timerReads, timersOf } from './timers.ts';

const DURATION: Type = { kind: 'duration' };
const DATETIME: Type = { kind: 'datetime' };
const DATE: Type = { kind: 'date' };

const span = (unit: string, count: string): Timer => ({
  kind: 'after',
  value: expression(call(unit, DURATION, literal(count, NUMBER))),
});
const transition = (id: string, timer: Timer | null, more: Partial<Transition> = {}): Transition => ({
  ...{ id, timer, from: ['open'], to: 'done', by: [], when: null, input: {}, branches: [], set: [], restart: false },
  ...{ approvals: null, optional: false, hidden: false, asks: [], effects: [], onRefusal: [] },
  ...more,
});
const state = (id: string) => ({ id, kind: 'active' as const, final: false, locked: false, editableBy: null });
const cycle = (...transitions: readonly Transition[]): Lifecycle => ({
  initial: 'open',
  states: { open: state('open'), done: state('done') },
  transitions: Object.fromEntries(transitions.map((one) => [one.id, one])),
  derived: [],
});
const ticket = (...transitions: readonly Transition[]) =>
  entity('ticket', { due: { type: 'datetime' }, day: { type: 'date' } }, { lifecycle: cycle(...transitions) });
const SINCE = '2026-03-01T09:30:00.000Z';
const open = (values: Readonly<Record<string, unknown>> = {}) =>
  record({ state: 'open', state_since: SINCE, due: null, day: null, ...values });

describe('the timers of a record', () => {
  const due: Timer = { kind: 'at', value: expression(path('record.due', DATETIME)) };
  const day: Timer = { kind: 'at', value: expression(path('record.day', DATE)) };

  test('count from entering the state, or stand at a moment, or at the midnight with which a day begins', () => {
    const of = ticket(transition('close', span('days', '7')), transition('warn', due), transition('end', day));
    const running = timersOf(of, open({ due: '2026-03-05T08:00:00.000Z', day: '2026-07-01' }), SCOPE);
    expect(running).toEqual([
      { name: 'close', rank: 0, due: '2026-03-08T09:30:00.000Z', run: SINCE },
      { name: 'warn', rank: 1, due: '2026-03-05T08:00:00.000Z', run: `${SINCE} 2026-03-05T08:00:00.000Z` },
      { name: 'end', rank: 2, due: '2026-06-30T22:00:00.000Z', run: `${SINCE} 2026-06-30T22:00:00.000Z` },
    ]);
    expect(timerReads(of)).toEqual(['due', 'day']);
  });

  test('are none in other states, in the trash, and where the moment is blank or beyond the calendar', () => {
    const of = ticket(transition('close', span('days', '7')), transition('warn', due));
    const names = (values: Readonly<Record<string, unknown>>) =>
      timersOf(of, open(values), SCOPE).map(({ name }) => name);
    expect(names({})).toEqual(['close']);
    expect(names({ state: 'done' })).toEqual([]);
    expect(names({ trashed_at: SINCE })).toEqual([]);
    expect(timersOf(ticket(transition('close', span('years', '9000'))), open(), SCOPE)).toEqual([]);
  });

  test('of a record whose life cycle came later count from its creation', () => {
    const [timer] = timersOf(ticket(transition('close', span('hours', '1'))), open({ state_since: '' }), SCOPE);
    expect(timer?.due).toBe(new Date(Date.parse(open().created_at) + 3_600_000).toISOString());
  });

  test('run anew where a moment moves, and not where a length of time does', () => {
    const runs = (timer: Timer, moment: string) =>
      timersOf(ticket(transition('a', timer)), open({ due: moment }), SCOPE)[0]?.run;
    expect(runs(due, '2026-03-05T08:00:00.000Z')).not.toBe(runs(due, '2026-03-06T08:00:00.000Z'));
    expect(runs(span('days', '7'), '')).toBe(runs(span('days', '8'), ''));
  });
});

describe('over the changes of summer time', () => {
  const ZONES = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Asia/Tokyo',
    'Africa/Cairo',
  ];
  const shownIn = (zone: string, instant: string): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
      new Date(instant),
    );
  const moments = fc
    .integer({ min: Date.UTC(2012, 0), max: Date.UTC(2032, 0) })
    .map((ms) => new Date(Math.floor(ms / 60_000) * 60_000).toISOString());

  test('days keep the local time, unless it does not exist on that day, and hours are exact', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moments, fc.integer({ min: 1, max: 400 }), (timeZone, since, count) => {
        const scope = { ...SCOPE, timeZone };
        const of = (unit: string) =>
          timersOf(ticket(transition('a', span(unit, String(count)))), open({ state_since: since }), scope)[0]?.due ??
          '';
        expect(Date.parse(of('hours')) - Date.parse(since)).toBe(count * 3_600_000);
        const wanted = `${new Date(Date.parse(`${shownIn(timeZone, since).slice(0, 10)}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)} ${shownIn(timeZone, since).slice(11)}`;
        const found = shownIn(timeZone, of('days'));
        const isMissing = found !== wanted;
        const gap = Date.parse(`${found.replace(' ', 'T')}Z`) - Date.parse(`${wanted.replace(' ', 'T')}Z`);
        expect(
          isMissing ? gap > 0 && gap <= 3_600_000 : gap === 0,
          `${timeZone} ${since} + ${String(count)}: ${found}, not ${wanted}`,
        ).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test('a day begins at its first moment, in every zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moments, (timeZone, moment) => {
        const day = shownIn(timeZone, moment).slice(0, 10);
        const first = startOfDay(day, timeZone) ?? '';
        expect(shownIn(timeZone, first).slice(0, 10)).toBe(day);
        expect(shownIn(timeZone, new Date(Date.parse(first) - 1).toISOString()).slice(0, 10) < day).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test('a day later is the same local time', () => {
    expect(dayAfter('2026-03-28T11:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T10:00:00.000Z');
    expect(dayAfter('2026-10-24T10:00:00.000Z', 'Europe/Berlin')).toBe('2026-10-25T11:00:00.000Z');
  });
});
