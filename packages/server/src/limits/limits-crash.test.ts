// Limits that several set while the server is killed: what was answered stands with its history, and all that is worked out from it.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seededRandom } from '../costs/seeded-random.ts';
import { signInAll } from '../testing/crash/caller.ts';
import { startProcess, type ServerProcess } from '../testing/crash/server-process.ts';
import { answered, holdTariffs, setTariffs, writeTariffs, type Tariffs } from '../testing/crash/tariffs.ts';
import { TEST_DIALECT, testPlace } from '../testing/test-database.ts';

/** As often as this the server is killed; `npm run prove` asks for more. On PostgreSQL two servers are, one after the other. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? (TEST_DIALECT === 'postgres' ? '1' : '2'));
const SERVERS = TEST_DIALECT === 'postgres' ? 2 : 1;
const SEED = Number(process.env['NINEFOLD_PROVE_SEED'] ?? randomInt(2 ** 31));

test(
  `killed ${String(KILLS)} times while three set limits: each that was answered stands with its history, none is half set (seed ${String(SEED)})`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const place = await testPlace();
    const folder = writeTariffs(place.data);
    const servers: ServerProcess[] = [];
    const killAll = async (): Promise<void> => {
      for (const server of servers.splice(0)) await server.kill();
    };
    onTestFinished(async () => {
      await killAll();
      await place.remove();
    });
    const tariffs: Tariffs = { random: seededRandom(SEED), changes: [], jobs: [] };
    const count = (): number => tariffs.changes.filter((change) => change.answered !== null).length;
    for (let round = 0; round <= KILLS; round += 1) {
      while (servers.length < SERVERS)
        servers.push(await startProcess(folder, join(place.data, 'data'), place.database));
      const [first] = servers;
      if (first === undefined) throw new Error('no server');
      const callers = Object.entries(await signInAll(first.address, 'tariffs', first.account));
      const [, ann] = callers[0] ?? [];
      if (ann === undefined) throw new Error('nobody');
      await holdTariffs(ann, tariffs);
      if (round === KILLS) break;
      const setting = callers.flatMap(([name, call]) =>
        servers.map(({ address }) => ({ address, done: setTariffs(call.at(address), name, tariffs) })),
      );
      for (const server of servers.splice(0)) {
        const own = setting.filter(({ address }) => address === server.address).map(({ done }) => done);
        await answered(tariffs, count() + randomInt(5, 60), own);
        await server.kill();
        await Promise.all(own);
      }
    }
    expect(count()).toBeGreaterThan(KILLS * 5);
  },
);
