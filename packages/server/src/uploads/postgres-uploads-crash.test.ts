// PostgreSQL ends while files are sent to two servers: the servers go on by themselves, and so does each file.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn } from '../testing/crash/caller.ts';
import { bound, contents, goOn, holdFiles, send, writePapers, type Sent } from '../testing/crash/senders.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { createCluster } from '../testing/postgres/cluster.ts';

/** As often as this the database ends, in both ways in turn; `npm run prove` asks for more. */
const KILLS =
  process.env['NINEFOLD_PROVE_KILLS'] === undefined ? 2 : Math.ceil(Number(process.env['NINEFOLD_PROVE_KILLS']) / 5);
const SENDERS = 6;

test(
  `PostgreSQL ended ${String(KILLS)} times while ${String(SENDERS)} send files: what was answered is there, goes on, and is bound once`,
  { timeout: 60_000 + KILLS * 30_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-files-'));
    const cluster = await createCluster(folder, process.pid, 'durable');
    const [specification, data] = [writePapers(folder), join(folder, 'data')];
    const servers = [
      await startProcess(specification, data, cluster.url),
      await startProcess(specification, data, cluster.url),
    ] as const;
    const [first] = servers;
    const [all, of] = [[] as Sent[], contents([0, 1, 70_000, 400_000])];
    try {
      const call = await signIn(first.address, 'papers', first.account);
      const at = servers.map(({ address }) => call.at(address));
      const sender = (n: number) => at[n % at.length] ?? call;
      for (let round = 0; round < KILLS; round += 1) {
        const sending = Array.from({ length: SENDERS }, (_, n) =>
          send(sender(n), all, of, `${String(round)}-${String(n)}`),
        );
        const before = all.filter(({ isBound }) => isBound).length;
        await bound(all, before + randomInt(5, 40), sending);
        if (round % 2 === 0) cluster.kill();
        else cluster.crash();
        await Promise.all(sending);
        await cluster.start();
        // each at the other server than before
        for (const [n, sent] of all.entries())
          expect([sent.name, await goOn(sender(n + round), sent)]).toEqual([sent.name, true]);
        await holdFiles(call, all.slice(-24));
      }
      expect(all.filter(({ isBound }) => isBound).length).toBeGreaterThan(KILLS * SENDERS);
    } finally {
      for (const server of servers) await server.kill();
      cluster.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    }
  },
);
