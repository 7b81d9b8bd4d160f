import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn } from '../testing/crash/caller.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import {
  holdHistory,
  holdToAnswers,
  created,
  openAccount,
  write,
  writeTill,
  type Till,
} from '../testing/crash/till.ts';
import { TEST_DIALECT, testPlace } from '../testing/test-database.ts';

/** As often as this the server is killed; `npm run prove` asks for more. On PostgreSQL the database is killed, too, by a test of its own. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? (TEST_DIALECT === 'postgres' ? '2' : '4'));
const WRITERS = 8;

test(
  `killed ${String(KILLS)} times while ${String(WRITERS)} write: what was answered is there, whole and once`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const place = await testPlace();
    const folder = writeTill(place.data);
    const till: Till = { entries: [], account: '' };
    let checked = 0;
    for (let round = 0; round <= KILLS; round += 1) {
      const server = await startProcess(folder, join(place.data, 'data'), place.database);
      try {
        const call = await signIn(server.address, 'till', server.account);
        if (till.account === '') till.account = await openAccount(call);
        await holdToAnswers(call, till);
        await holdHistory(call, till.entries.slice(checked, checked + 40));
        checked = till.entries.length;
        if (round === KILLS) break;
        const writing = Array.from({ length: WRITERS }, (_, writer) => write(call, till, writer, round));
        await created(till, checked + randomInt(20, 120), writing);
        await server.kill();
        await Promise.all(writing);
      } finally {
        await server.kill();
      }
    }
    expect(till.entries.filter(({ posted }) => posted === 'yes').length).toBeGreaterThan(KILLS);
    await place.remove();
  },
);
