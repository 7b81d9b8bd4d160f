import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn } from '../testing/crash/caller.ts';
import { writeTill } from '../testing/crash/till.ts';
import { newSchema } from '../testing/postgres/schema.ts';
import { startProxy } from '../testing/proxy.ts';
import { startServer, type Running } from './start-server.ts';

/** How many calls are made while servers are restarted; `npm run prove` asks for more. */
const CALLS = Number(process.env['NINEFOLD_PROVE_CALLS'] ?? '400');
const WRITERS = 8;

test(
  'two servers that are restarted in turn behind a proxy refuse no call',
  { timeout: 120_000 + CALLS * 60 },
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'ninefold-rolling-'));
    const folder = writeTill(place);
    const schema = await newSchema();
    const start = (port: number): Promise<Running> =>
      startServer({
        ...{ folder, data: join(place, 'data'), database: schema.url, host: '127.0.0.1', port, demo: true },
        ...{ acceptLoss: [], web: 'none', webLocales: null, errorsDsn: null, log: (line) => lines.push(line) },
      });
    const lines: string[] = [];
    const servers = [await start(0), await start(0)];
    const proxy = await startProxy(servers.map(({ address }) => address));
    try {
      const ann = await signIn(proxy.address, 'till', servers[0]?.demoAccounts[0]?.id ?? '');
      const account = String((await ann('POST', '/api/account', { name: 'cash' }, 'cash'))?.json['id']);
      const statuses = new Map<string, number>();
      let called = 0;
      const work = async (writer: number): Promise<void> => {
        for (let n = 0; called < CALLS; n += 1) {
          called += 1;
          const note = `${String(writer)}-${String(n)}`;
          const answer =
            n % 2 === 0
              ? await ann('GET', '/api/entry?size=10')
              : await ann('POST', '/api/entry', { account, amount: 1, note }, note);
          const what = `${String(answer?.status ?? 0)} ${String(answer?.json['code'] ?? '')}`.trim();
          statuses.set(what, (statuses.get(what) ?? 0) + 1);
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, writer) => work(writer));
      let isOver = false;
      const writing = Promise.all(writers).finally(() => (isOver = true));
      let restarts = 0;
      while (!isOver || restarts < 2) {
        const at = restarts % 2;
        const [port, before] = [Number(new URL(servers[at]?.address ?? '').port), servers[at]];
        await before?.close({ noticeMs: 200, patienceMs: 8000 });
        servers[at] = await start(port);
        restarts += 1;
      }
      await writing;
      expect([...statuses.keys()].sort()).toEqual(['200', '201']);
      const stored = await ann('GET', '/api/entry?size=1&total=exact');
      expect(stored?.json['total']).toBe(statuses.get('201'));
      expect((await ann('GET', `/api/account/${account}`))?.json['total']).toBe(statuses.get('201'));
      expect(lines).toEqual([]);
    } finally {
      await proxy.close();
      await Promise.all(servers.map((server) => server.close()));
      await schema.drop();
      rmSync(place, { recursive: true, force: true });
    }
  },
);
