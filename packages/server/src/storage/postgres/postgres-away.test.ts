import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inPostgres, newSchema, type Schema } from '../../testing/postgres/schema.ts';
import type { Database } from '../database/database.ts';
import { storageFailure } from '../failure.ts';
import { openPostgres } from './open.ts';

let schema: Schema;
let cable: Cable;
let db: Database;
let log: string[];

/** What lies between us and PostgreSQL, to be pulled out. */
interface Cable {
  readonly port: number;
  pull(): Promise<void>;
}

function plug(to: number, port = 0): Promise<Cable> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  const pull = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve({ port: typeof address === 'object' && address ? address.port : 0, pull });
    });
  });
}

beforeEach(async () => {
  schema = await newSchema();
  const url = new URL(schema.url);
  cable = await plug(Number(url.port));
  url.port = String(cable.port);
  log = [];
  db = await openPostgres(url.href, { log: (line) => log.push(line), connections: 3 });
  await db.write((tx) => tx.run('CREATE TABLE kept (n bigint PRIMARY KEY)', []));
});
afterEach(async () => {
  await db.close();
  await cable.pull();
  await schema.drop();
});

const add = (n: number) => db.write((tx) => tx.run('INSERT INTO kept VALUES (?)', [n]));
const failure = (work: Promise<unknown>) => work.then(() => 'none', storageFailure);

it('says that the data is away while there is no connection, and goes on when there is one', async () => {
  await add(1);
  await cable.pull();
  expect(await failure(add(2))).toBe('storage_away');
  expect(await failure(db.read.all('SELECT n FROM kept', []))).toBe('storage_away');
  cable = await plug(Number(new URL(schema.url).port), cable.port);
  await add(3);
  expect(await db.read.all('SELECT n FROM kept ORDER BY n', [])).toEqual([{ n: 1n }, { n: 3n }]);
});

it('loses the transaction whose connection is cut, and nothing else', async () => {
  const cut = db.write(async (tx) => {
    await tx.run('INSERT INTO kept VALUES (?)', [1]);
    const [row] = await tx.all('SELECT pg_backend_pid() AS pid', []);
    await inPostgres(`SELECT pg_terminate_backend(${String(row?.['pid'])})`);
    await tx.run('INSERT INTO kept VALUES (?)', [2]);
  });
  expect(await failure(cut)).toBe('storage_away');
  await add(3);
  expect(await db.read.all('SELECT n FROM kept', [])).toEqual([{ n: 3n }]);
});

it('undoes what failed in a savepoint and goes on with the transaction', async () => {
  await db.write(async (tx) => {
    await tx.run('INSERT INTO kept VALUES (?)', [1]);
    const again = tx.savepoint(() => tx.run('INSERT INTO kept VALUES (?)', [1]));
    await expect(again).rejects.toMatchObject({ code: '23505' });
    await tx.run('INSERT INTO kept VALUES (?)', [2]);
  });
  expect(await db.read.all('SELECT n FROM kept ORDER BY n', [])).toEqual([{ n: 1n }, { n: 2n }]);
});
