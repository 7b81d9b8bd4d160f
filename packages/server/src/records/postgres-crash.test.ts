import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
import { createCluster } from '../testing/postgres/cluster.ts';

/** As often as this the database is killed; `npm run prove` asks for more. */
const KILLS =
  process.env['NINEFOLD_PROVE_KILLS'] === undefined ? 1 : Math.ceil(Number(process.env['NINEFOLD_PROVE_KILLS']) / 5);
const WRITERS = 8;

test(
  `PostgreSQL killed ${String(KILLS)} times while ${String(WRITERS)} write: what was answered is there, and the server goes on by itself`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-killed-'));
    const cluster = await createCluster(folder, process.pid, 'durable');
    const server = await startProcess(writeTill(folder), join(folder, 'data'), cluster.url);
    const till: Till = { entries: [], account: '' };
    try {
      const call = await signIn(server.address, 'till', server.account);
      till.account = await openAccount(call);
      let checked = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const writing = Array.from({ length: WRITERS }, (_, writer) => write(call, till, writer, round));
        await created(till, checked + randomInt(20, 120), writing);
        cluster.kill();
        await Promise.all(writing);
        await cluster.start();
        await holdToAnswers(call, till);
        await holdHistory(call, till.entries.slice(checked, checked + 20));
        checked = till.entries.length;
      }
      expect(till.entries.length).toBeGreaterThanOrEqual(KILLS * WRITERS);
    } finally {
      await server.kill();
      cluster.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    }
  },
);
