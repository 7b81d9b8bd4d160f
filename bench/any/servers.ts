import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Entity } from '@ninefold/model';
import pg from 'pg';
import { startProduct, type Product } from '../../e2e/harness/product.ts';
import { clusterAddress } from '../../packages/server/src/testing/postgres/cluster.ts';
import { watched, type Watched } from '../processes.ts';
import type { Engine } from '../servers.ts';
import { postgresStore, sqliteStore } from '../store.ts';
import { columnsOf, type HandWritten } from './by-hand.ts';
import type { AnyWork } from './work.ts';

/** The product on filled tables, and a copy of these for statements by hand. */
export interface AnyServers {
  readonly product: Product;
  /** Values of the row condition by hand for the caller that has one. */
  readonly caller: readonly string[];
  /** The server of the database; null where each has its database in its own process. */
  readonly database: Watched | null;
  /** Starts an endpoint by hand for these statements. */
  byHand(statements: readonly HandWritten[]): Promise<{ readonly port: number; readonly process: Watched }>;
  stop(): Promise<void>;
}

/** Fills the product's tables with so many rows and copies them. The caller removes `folder`. */
export async function startAny(
  engine: Engine,
  work: AnyWork,
  {
    entity,
    rows,
    random,
    folder,
  }: { readonly entity: Entity; readonly rows: number; readonly random: () => number; readonly folder: string },
): Promise<AnyServers> {
  const place = engine === 'sqlite' ? join(folder, 'reference.sqlite') : await durablePostgres(folder);
  const product = await startProduct({
    folder: work.folder,
    env: engine === 'sqlite' ? {} : { NINEFOLD_DATABASE: place },
  });
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of children) child.kill();
    await product.stop();
  };
  try {
    let caller: readonly string[] = [];
    await product.restart(async () => {
      const file = join(product.data, 'data.sqlite');
      const store = engine === 'sqlite' ? sqliteStore(file) : await postgresStore(place);
      await work.fill(store, rows, random);
      const [found] = await store.all(work.caller, [`${work.people.held}@example.test`]);
      caller = Object.values(found ?? {}).map(String);
      await store.finish();
      await (engine === 'sqlite' ? copySqlite(file, place, work, entity) : copyPostgres(place, work, entity));
    });
    return {
      ...{ product, caller, stop },
      database: engine === 'sqlite' ? null : watched(await serverOf(place)),
      byHand: async (statements) => {
        const port = await freePort();
        const child = fork(join(import.meta.dirname, 'endpoint.ts'), [place, String(port)]);
        children.push(child);
        child.send(statements);
        await new Promise((resolve, reject) => {
          child.once('message', resolve);
          child.once('exit', (code) => reject(new Error(`the endpoint ended with ${String(code)}`)));
        });
        return { port, process: watched(child.pid ?? 0) };
      },
    };
  } catch (reason) {
    await stop();
    throw reason;
  }
}

/** Each table that is copied: its name, its name by hand and its columns. */
function copied(work: AnyWork, entity: Entity): readonly (readonly [string, string, string])[] {
  const own = columnsOf(entity)
    .map((name) => `"${name}"`)
    .join(', ');
  const beside = Object.entries(work.beside).map(([table, name]) => [table, name, '*'] as const);
  return [[entity.id, 'rows', own], ...beside];
}

function copySqlite(file: string, place: string, work: AnyWork, entity: Entity): void {
  const db = new DatabaseSync(place);
  db.exec(`ATTACH '${file}' AS product`);
  for (const [table, name, columns] of copied(work, entity)) {
    db.exec(`CREATE TABLE ${name} AS SELECT ${columns} FROM product."${table}"`);
    db.exec(keyOf(name));
  }
  db.exec('ANALYZE');
  db.close();
}

async function copyPostgres(place: string, work: AnyWork, entity: Entity): Promise<void> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  await client.query('CREATE SCHEMA reference');
  for (const [table, name, columns] of copied(work, entity)) {
    await client.query(`CREATE TABLE reference.${name} AS SELECT ${columns} FROM public."${table}"`);
    await client.query(keyOf(name).replace(' ON ', ' ON reference.'));
  }
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** The only index of a table by hand: its id, or whom a row of links belongs to. */
function keyOf(name: string): string {
  return name === 'watchers'
    ? `CREATE INDEX ${name}_record ON ${name} (record, value)`
    : `CREATE UNIQUE INDEX ${name}_id ON ${name} (id)`;
}

/** A PostgreSQL that syncs at every commit. */
export async function durablePostgres(folder: string): Promise<string> {
  const found = await clusterAddress(folder, process.pid, 'durable');
  if ('reason' in found) throw new Error(found.reason);
  return found.url;
}

/** The first process of a PostgreSQL of this machine. */
async function serverOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ readonly data_directory: string }>('SHOW data_directory');
  await client.end();
  const [pid] = readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
