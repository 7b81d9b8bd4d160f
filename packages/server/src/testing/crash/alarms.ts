import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { HistoryEntry, TimersAnswer } from '@ninefold/model';
import { expect, vi } from 'vitest';
import { everything, type Call } from './caller.ts';

/** All that moves by itself: two timers, effects that create and fire, a cascade of reactions, the clock, and two calendars. */
const SPECIFICATION = `ninefold: 1
purpose: { name: alarms, languages: [en], time_zone: UTC }
entities:
  shelf: { title: name, fields: { name: { type: string }, total: { type: integer, computed: 'sum(record.alarms.map(e, e.rung))' } } }
  alarm:
    title: note
    fields:
      note: { type: string, required: true }
      shelf: { type: reference, to: shelf, inverse: alarms, required: true }
      rings: { type: datetime }
      rung: { type: integer, default: 0 }
      ended: { type: integer, default: 0 }
      late: { type: integer, default: 0 }
      days: { type: integer, default: 0 }
  bell:
    fields:
      alarm: { type: reference, to: alarm, inverse: bells, required: true }
      why: { type: string, required: true }
  day: { title: name, fields: { name: { type: string, unique: true } } }
states:
  alarm:
    initial: set
    states: { set: { kind: waiting }, half: { kind: active }, over: { kind: done, final: true } }
    transitions:
      ring: { from: set, to: half, at: record.rings, set: { rung: = record.rung + 1 }, create: { bell: { alarm: = record, why: ring } } }
      end: { from: half, to: over, after: = seconds(0), set: { rung: = record.rung + 1 }, fire: { each: record.bells, transition: fall } }
    reactions:
      ended: { when: record.state == "over", set: { ended: = record.ended + 1 } }
      counted: { when: record.ended > 0, create: { bell: { alarm: = record, why: counted } } }
      late: { when: record.rings < now, set: { late: = record.late + 1 } }
      daily: { every: { days: 1, at: "08:00" }, when: record.days < 2, set: { days: = record.days + 1 } }
      report: { every: { days: 1, at: "08:00" }, once: true, create: { day: { name: = text(today) } } }
  bell:
    initial: up
    states: { up: { kind: waiting }, down: { kind: done, final: true } }
    transitions: { fall: { from: up, to: down } }
roles: { clerk: { runtime: [users, operate], shelf: all, alarm: all, bell: all, day: all, user: { read: true } } }
`;
/** A writer sets so many alarms before it waits for the kill, so that many kills do not make a large database. */
const ALARMS = 40;
/** The histories of so many are read. */
const MOST_READ = 200;
/** Somebody who waits for the calendar waits at most so long. */
const LONGEST_MS = 6000;
/** The calendar comes to an alarm so often. */
const MOST_DAYS = 2;

/** What was answered, and what the calendar had done when all was settled. */
export interface Alarms {
  shelf: string;
  readonly made: string[];
  readonly days: Map<string, number>;
  /** How often the calendar has fired without a record; null: nobody has looked. */
  reports: number | null;
}

/** The folder of the specification, below `place`. */
export function writeAlarms(place: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
  writeFileSync(join(folder, 'data/demo/user.csv'), 'email,name,roles\nann@example.test,Ann,clerk\n');
  return folder;
}

/** Sets alarms that ring within a second of the server's clock, until it is gone. */
export async function setAlarms(call: Call, { shelf, made }: Alarms, now: () => number): Promise<void> {
  for (let n = 0; n < ALARMS; n += 1) {
    const rings = new Date(now() + randomInt(900)).toISOString();
    const answer = await call('POST', '/api/alarm', { note: `${rings} ${String(n)}`, shelf, rings });
    if (answer === null) return;
    expect(answer.status).toBe(201);
    made.push(String(answer.json['id']));
  }
}

/**
 * Waits until nothing is due, and holds every alarm to what it does once: rings, ends, is noticed by the clock, and is visited by the
 * calendar, which has come once since the last time. `now`: what the clock of the server shows, in ms since 1970.
 */
export async function holdAlarms(call: Call, alarms: Alarms, now: () => number): Promise<void> {
  await vi.waitFor(() => holdToNothingDue(call, now()), { timeout: 90_000, interval: 250 });
  const found = await everything(call, 'alarm');
  const ids = new Set(found.map(({ id }) => id));
  expect(alarms.made.filter((id) => !ids.has(id))).toEqual([]);
  for (const { id, days, state, rung, ended, late } of found) {
    expect({ id, state, rung, ended, late }).toEqual({ id, state: 'over', rung: 2, ended: 1, late: 1 });
    holdDays(alarms, String(id), Number(days));
  }
  await holdBells(call, found);
  const shelf = await call('GET', `/api/shelf/${alarms.shelf}`);
  expect(shelf?.json['total']).toBe(found.length * 2);
  const reports = (await everything(call, 'day')).length;
  if (alarms.reports !== null) expect(reports).toBe(alarms.reports + 1);
  alarms.reports = reports;
}

/** Two calendars are planned for later, and nothing else is; the clock, which is looked at each minute, has come to every alarm. */
async function holdToNothingDue(call: Call, now: number): Promise<void> {
  const answer = await call('GET', '/_/operate/timers?state=planned');
  if (answer === null) throw new Error('the server has gone');
  const { counts, items } = answer.json as unknown as TimersAnswer; // as the route answers it
  expect(counts).toEqual({ stuck: 0, waiting: 0, planned: 2 });
  expect(items.map(({ reaction }) => reaction).toSorted()).toEqual(['daily', 'report']);
  expect(items.filter(({ next }) => Date.parse(next) <= now)).toEqual([]);
  const early = await call('GET', '/api/alarm?total=exact&size=1&where=record.late+==+0');
  expect(early?.json['total']).toBe(0);
}

/** One that was set since the last time may have been set before the moment of the calendar or after it. */
function holdDays(alarms: Alarms, id: string, days: number): void {
  const before = alarms.days.get(id);
  const most = Math.min((before ?? 0) + 1, MOST_DAYS);
  expect({ id, days }).toEqual({ id, days: before === undefined ? Math.min(days, most) : most });
  alarms.days.set(id, days);
}

/** Each alarm has the bell of its ringing, which has fallen, and the one of its count, which hangs. */
async function holdBells(call: Call, found: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const bells = (await everything(call, 'bell')).map(({ alarm, why, state }) => {
    const { id } = alarm as { readonly id: string };
    return `${id} ${String(why)} ${String(state)}`;
  });
  const wanted = found.flatMap(({ id }) => [`${String(id)} ring down`, `${String(id)} counted up`]);
  expect(bells.toSorted()).toEqual(wanted.toSorted());
}

/** The history of an alarm names each of its moves once, and leaves out no version. */
export async function holdAlarmHistories(call: Call, { made, days }: Alarms): Promise<void> {
  const step = Math.ceil(made.length / MOST_READ);
  for (const id of made.filter((_, index) => index % step === 0)) {
    const items = (await call('GET', `/api/alarm/${id}/history`))?.json['items'] as readonly HistoryEntry[];
    const moves = items.map(
      ({ cause, kind, transition }) => `${cause?.kind ?? kind} ${cause?.name ?? transition ?? ''}`,
    );
    const daily = Array.from({ length: days.get(id) ?? 0 }, () => 'reaction daily');
    const once = ['create ', 'timer ring', 'timer end', 'reaction ended', 'reaction late'];
    expect([id, ...moves.toSorted()]).toEqual([id, ...[...once, ...daily].toSorted()]);
    expect((await call('GET', `/api/alarm/${id}`))?.json['version']).toBe(items.length);
  }
}

/**
 * Waits until the calendar has come to one of the alarms to which it had not come yet: others follow. A server that has started slowly
 * may have let it come before: nobody waits longer than a few seconds.
 */
export async function calendarCame(call: Call): Promise<void> {
  const path = '/api/alarm?total=exact&size=1&where=record.days+==+0';
  let before = 0;
  const hasCome = async (): Promise<boolean> => {
    const left = Number((await call('GET', path))?.json['total']);
    const isLess = left < before;
    before = left;
    return isLess;
  };
  const until = performance.now() + LONGEST_MS;
  while (!(await hasCome()) && performance.now() < until) await setTimeout(5);
}
