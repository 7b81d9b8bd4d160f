// All that moves by itself while the server is killed: timers, reactions, effects and calendars do what they do once, and whole.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signIn } from '../testing/crash/caller.ts';
import {
  calendarCame,
  holdAlarmHistories,
  holdAlarms,
  setAlarms,
  writeAlarms,
  type Alarms,
} from '../testing/crash/alarms.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { TEST_DIALECT, testPlace } from '../testing/test-database.ts';

/** As often as this the server is killed, ten times on both databases together; `npm run prove` asks for more. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? (TEST_DIALECT === 'postgres' ? '2' : '4'));
/** So many set alarms, and one while the calendar comes, so that the server has time for it. */
const WRITERS = 6;
const DAY_MS = 86_400_000;
/** The calendar comes at 08:00 of each day. */
const CALENDAR = Date.parse('2026-03-02T08:00:00.000Z');

/**
 * A server is killed twice a day of its clock: while the calendar comes to the alarms, and a minute later, after all has been settled
 * and while new alarms ring. The last server begins after the moment of its day.
 */
test(
  `killed ${String(KILLS)} times while timers, reactions, effects and calendars run: each has done its work once, whole`,
  { timeout: 120_000 + KILLS * 25_000 },
  async () => {
    const place = await testPlace();
    const folder = writeAlarms(place.data);
    const alarms: Alarms = { shelf: '', made: [], days: new Map(), reports: null };
    for (let round = 0; round <= KILLS; round += 1) {
      const moment = CALENDAR + Math.floor(round / 2) * DAY_MS;
      const isLast = round === KILLS;
      const isBefore = round % 2 === 0 && !isLast;
      const from = new Date(moment + (isBefore ? -4000 : 60_000)).toISOString();
      const server = await startProcess(folder, join(place.data, 'data'), place.database, { from });
      try {
        const call = await signIn(server.address, 'alarms', server.account);
        if (alarms.shelf === '')
          alarms.shelf = String((await call('POST', '/api/shelf', { name: 'Main' }))?.json['id']);
        if (!isBefore) await holdAlarms(call, alarms, server.now);
        if (isLast) {
          await holdAlarmHistories(call, alarms);
          break;
        }
        const writers = isBefore ? 1 : WRITERS;
        const writing = Array.from({ length: writers }, () => setAlarms(call, alarms, server.now));
        if (isBefore) await calendarCame(call);
        await setTimeout(randomInt(isBefore ? 200 : 1400));
        await server.kill();
        await Promise.all(writing);
      } finally {
        await server.kill();
      }
    }
    expect(alarms.made.length).toBeGreaterThan(KILLS);
    await place.remove();
  },
);
