// Imports that give states while the server is killed: sent again, each row is there once, in its state, with its history.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '../costs/seeded-random.ts';
import { signIn } from '../testing/crash/caller.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { brought, holdSheets, sendSheets, writeSheets, type Sheet } from '../testing/crash/sheets.ts';
import { testPlace } from '../testing/test-database.ts';

/** As often as this the server is killed; `npm run prove` asks for more. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? '1');
const SEED = Number(process.env['NINEFOLD_PROVE_SEED'] ?? randomInt(2 ** 31));
const MODES = ['each', 'each', 'all'] as const;

test(
  `killed ${String(KILLS)} times while three import: each row is there once, with its state and its history (seed ${String(SEED)})`,
  { timeout: 60_000 + KILLS * 40_000 },
  async () => {
    const place = await testPlace();
    onTestFinished(() => place.remove());
    const folder = writeSheets(place.data);
    const random = seededRandom(SEED);
    const sheets: Sheet[] = [];
    let cut = 0;
    for (let round = 0; round <= KILLS; round += 1) {
      const server = await startProcess(folder, join(place.data, 'data'), place.database);
      try {
        const call = await signIn(server.address, 'sheets', server.account);
        await holdSheets(call, sheets);
        if (round === KILLS) break;
        const sending = MODES.map((mode, n) =>
          sendSheets(call, sheets, { mode, sender: `${String(round)}-${String(n)}`, random }),
        );
        await brought(call, randomInt(1, 1000), sending);
        await setTimeout(randomInt(300));
        await server.kill();
        await Promise.all(sending);
        cut += sheets.filter(({ answer }) => answer === null).length;
      } finally {
        await server.kill();
      }
    }
    expect(cut).toBeGreaterThanOrEqual(KILLS);
  },
);
