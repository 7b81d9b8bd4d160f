import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as server from '@ninefold/server';

/**
 * Serves a specification by the server of any checkout: `serve.ts <order>`, JSON as in `Order` of `server-of.ts`. Says its
 * address and the link of the first administrator, then answers until its input ends.
 */
const order = JSON.parse(process.argv[2] ?? '{}') as Readonly<Record<'checkout' | 'folder' | 'data', string>> & {
  readonly demo: boolean;
  readonly database: string | null;
};
const index = pathToFileURL(join(order.checkout, 'packages/server/src/index.ts')).href;
const { startServer } = (await import(index)) as typeof server;
const running = await startServer({
  folder: order.folder,
  data: order.data,
  database: order.database,
  host: '127.0.0.1',
  port: 0,
  demo: order.demo,
  acceptLoss: [],
  web: 'none',
  webLocales: null,
  errorsDsn: null,
  log: (line) => void process.stderr.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify({ address: running.address, setupLink: running.setupLink })}\n`);
process.stdin.resume().on('end', () => process.exit());
