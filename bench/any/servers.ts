import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Entity } from '@ninefold/model';
import pg from 'pg';
import { startProduct, type Product } from '../../e2e/harness/product.ts';
import { durablePostgres, freePort, serverOf, started, type Engine } from '../places.ts';
import { watched, type Watched } from '../processes.ts';
import { DUE_FROM } from '../random.ts';
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
  /** Copies the tables again, as they are now. */
  copyAgain(): Promise<void>;
  /** Makes indexes on the copy, each over these columns of its rows. */
  fit(indexes: readonly (readonly string[])[]): Promise<void>;
  /** The indexes of the product, from its data, and how many of them follow use and are there. */
  following(): Promise<readonly FollowingIndex[]>;
  stop(): Promise<void>;
}

/** An index of the product that follows use. */
export interface FollowingIndex {
  readonly name: string;
  readonly isMade: boolean;
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
  const file = join(product.data, 'data.sqlite');
  const copy = (): Promise<void> =>
    engine === 'sqlite' ? copySqlite(file, place, work, entity) : copyPostgres(place, work, entity);
  const stop = async (): Promise<void> => {
    for (const child of children) child.kill();
    await product.stop();
  };
  try {
    let caller: readonly string[] = [];
    await product.restart(async () => {
      const store = engine === 'sqlite' ? sqliteStore(file) : await postgresStore(place);
      await work.fill(store, rows, { random, dueFrom: DUE_FROM });
      const [found] = await store.all(work.caller, [`${work.people.held}@example.test`]);
      caller = Object.values(found ?? {}).map(String);
      await store.finish();
      await copy();
    });
    return {
      ...{ product, caller, stop },
      copyAgain: async () => {
        for (const child of children.splice(0)) child.kill();
        await copy();
      },
      fit: (indexes) => (engine === 'sqlite' ? fitSqlite(place, indexes) : fitPostgres(place, indexes)),
      following: async () => {
        const store = engine === 'sqlite' ? sqliteStore(file) : await postgresStore(place);
        const found = await store.all('SELECT "name", "made_at" FROM "_index" ORDER BY "name"', []);
        await store.close();
        return found.map(({ name, made_at: madeAt }) => ({ name: String(name), isMade: madeAt !== null }));
      },
      database: engine === 'sqlite' ? null : watched(await serverOf(place)),
      byHand: async (statements) => {
        const port = await freePort();
        const child = fork(join(import.meta.dirname, 'endpoint.ts'), [place, String(port)]);
        children.push(child);
        child.send(statements);
        await started(child, 'the endpoint');
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

async function copySqlite(file: string, place: string, work: AnyWork, entity: Entity): Promise<void> {
  const db = new DatabaseSync(place);
  db.exec(`ATTACH '${file}' AS product`);
  for (const [table, name, columns] of copied(work, entity)) {
    db.exec(`DROP TABLE IF EXISTS main.${name}`);
    db.exec(`CREATE TABLE main.${name} AS SELECT ${columns} FROM product."${table}"`);
    db.exec(keyOf(name));
  }
  db.exec('ANALYZE');
  db.close();
}

async function copyPostgres(place: string, work: AnyWork, entity: Entity): Promise<void> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  await client.query('DROP SCHEMA IF EXISTS reference CASCADE; CREATE SCHEMA reference');
  for (const [table, name, columns] of copied(work, entity)) {
    await client.query(`CREATE TABLE reference.${name} AS SELECT ${columns} FROM public."${table}"`);
    await client.query(keyOf(name).replace(' ON ', ' ON reference.'));
  }
  await client.query('VACUUM ANALYZE');
  await client.end();
}

function statementsOf(indexes: readonly (readonly string[])[], table: string): readonly string[] {
  return indexes.map((columns, at) => {
    const names = columns.map((name) => `"${name}"`).join(', ');
    return `CREATE INDEX fit_${String(at)} ON ${table} (${names}) WHERE trashed_at IS NULL`;
  });
}

async function fitSqlite(place: string, indexes: readonly (readonly string[])[]): Promise<void> {
  const db = new DatabaseSync(place);
  for (const text of statementsOf(indexes, 'rows')) db.exec(text);
  db.exec('ANALYZE');
  db.close();
}

async function fitPostgres(place: string, indexes: readonly (readonly string[])[]): Promise<void> {
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  for (const text of statementsOf(indexes, 'reference.rows')) await client.query(text);
  await client.query('VACUUM ANALYZE reference.rows');
  await client.end();
}

/** The only index of a table by hand: its id, or whom a row of links belongs to. */
function keyOf(name: string): string {
  return name === 'watchers'
    ? `CREATE INDEX ${name}_record ON ${name} (record, value)`
    : `CREATE UNIQUE INDEX ${name}_id ON ${name} (id)`;
}
