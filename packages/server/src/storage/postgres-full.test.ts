import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../http/answers/problem.ts';
import { createRecords } from '../records/create-records.ts';
import { applicationOf, PLAIN } from '../records/testing/open-desk.ts';
import { unprivileged } from '../testing/postgres/binaries.ts';
import { createCluster } from '../testing/postgres/cluster.ts';
import { inPostgres, newSchema } from '../testing/postgres/schema.ts';
import type { Database } from './database/database.ts';
import { openPostgres } from './postgres/open.ts';
import { migrate } from '../records/migrate.ts';

const { model } = applicationOf(`ninefold: 1
purpose: { name: shelf, languages: [en] }
entities:
  book: { title: name, fields: { name: { type: string, required: true }, text: { type: text, max: 100000 } } }
roles:
  clerk: { book: all }
`);
const NOW = '2026-03-05T12:00:00.000Z';
const name = `small_${String(process.pid)}_${String(Date.now())}`;
const folder = mkdtempSync(join(tmpdir(), 'ninefold-small-'));
const home = mkdtempSync(join(tmpdir(), 'ninefold-own-'));
/** Why there is no small file system here; null where there is one. */
const reason = mount(folder, '24m');
let db: Database;
/** Runs a statement as the owner of the PostgreSQL that is used here. */
let run: (text: string) => Promise<void> = inPostgres;
let end: () => Promise<void>;

function mount(folder: string, size: string): string | null {
  if (process.env['NINEFOLD_TEST_PG']) return 'the PostgreSQL of these tests was given, and may be elsewhere';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'pipe' });
    const user = unprivileged();
    if (user) chownSync(folder, user.uid, user.gid);
    return null;
  } catch (error) {
    return `no file system can be mounted: ${String(error).split('\n')[0] ?? ''}`;
  }
}

beforeAll(() => (reason === null ? openSmall() : openGiven()), 60_000);
afterAll(async () => {
  await db.close();
  await end();
  for (const each of [folder, home]) rmSync(each, { recursive: true, maxRetries: 20, retryDelay: 200 });
});

/**
 * In a PostgreSQL of its own: where the disk of one database is full, its pages stay in the memory of the server, and
 * reads of other databases that need the room are refused too.
 */
async function openSmall(): Promise<void> {
  const cluster = await createCluster(home, process.pid, 'forgetful');
  end = () => {
    cluster.kill();
    execFileSync('umount', ['--lazy', folder]);
    return Promise.resolve();
  };
  run = (text) => inPostgres(text, cluster.url);
  await run(`CREATE TABLESPACE "${name}" LOCATION '${folder}'`);
  await run(`CREATE DATABASE "${name}" TABLESPACE "${name}"`);
  await open(cluster.url);
  await run('CHECKPOINT'); // pages of a new database take room on the disk once they are written out
}

async function openGiven(): Promise<void> {
  end = () => run(`DROP DATABASE "${name}" WITH (FORCE)`);
  const { url, drop } = await newSchema();
  await drop();
  await run(`CREATE DATABASE "${name}"`);
  await open(url);
}

async function open(address: string): Promise<void> {
  const own = new URL(address);
  own.searchParams.delete('options');
  own.pathname = `/${name}`;
  db = await openPostgres(own.href, { log: () => undefined, connections: 2 });
  await migrate(db, model);
}

async function shelf(db: Database) {
  const records = createRecords(db, model, () => NOW);
  const email = `ann${String(Math.random())}@x.test`;
  const me = await records.me(await records.addUser({ name: 'Ann', email, language: null, roles: ['clerk'] }));
  if (!me) throw new Error('nobody');
  const clerk = { me, rights: rightsFor(model, me.roles), via: 'call' } as const;
  /** Null where it was written, else the error of the catalogue. */
  const add = (text: string): Promise<string | null> =>
    records.create(clerk, 'book', { name: 'Book', text }, PLAIN).then(
      () => null,
      (cause: unknown) => refusalOf(cause).code,
    );
  const total = async () => (await records.list(clerk, 'book', new URLSearchParams('total=exact&size=1'))).total;
  return { add, total };
}

/** Text that no compression makes small. */
const long = (): string => Array.from({ length: 2000 }, () => Math.random().toString(36)).join('');

test('a full PostgreSQL says so, keeps what it has, reads, and takes writes again once there is room', async ({
  skip,
}) => {
  if (reason !== null) {
    process.stdout.write(`The full PostgreSQL is skipped: ${reason}\n`);
    skip(reason);
  }
  const { add, total } = await shelf(db);
  const ballast = join(folder, 'ballast');
  fillUp(folder, ballast);
  const answers: (string | null)[] = [];
  for (let n = 0; n < 400 && answers.at(-1) !== 'storage_full'; n += 1) answers.push(await add(long()));
  expect(answers.at(-1)).toBe('storage_full');
  const kept = answers.filter((answer) => answer === null).length;
  expect(new Set(await Promise.all(Array.from({ length: 8 }, () => add(long()))))).toEqual(new Set(['storage_full']));
  expect(await total()).toBe(kept);
  truncateSync(ballast);
  expect(await add(long())).toBe(null);
  expect(await total()).toBe(kept + 1);
});

/** Leaves one megabyte free. */
function fillUp(folder: string, ballast: string): void {
  const [, text = '0'] = execFileSync('df', ['--output=avail', '-B1', folder], { encoding: 'utf8' }).split('\n');
  writeFileSync(ballast, Buffer.alloc(Math.max(0, Number(text) - 1_000_000)));
}

test('a PostgreSQL that only reads says so, reads, and takes writes again', async () => {
  const { add, total } = await shelf(db);
  const before = await total();
  const turn = async (isReadOnly: boolean): Promise<void> => {
    await run(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  };
  await turn(true);
  await expect.poll(() => add('no')).toBe('storage_read_only');
  expect(await total()).toBe(before);
  await turn(false);
  await expect.poll(() => add('yes')).toBe(null);
  expect(await total()).toBe((before ?? 0) + 1);
});

test('where its log finds no room PostgreSQL goes down: that is told, nothing acknowledged is lost, and it goes on', async ({
  skip,
}) => {
  const home = mkdtempSync(join(tmpdir(), 'ninefold-logged-'));
  const small = mkdtempSync(join(tmpdir(), 'ninefold-log-'));
  const unmounted = mount(small, '48m');
  if (unmounted !== null) skip(unmounted);
  const cluster = await createCluster(home, process.pid, 'durable');
  try {
    cluster.kill();
    moveLog(join(home, 'cluster/data/pg_wal'), join(small, 'log'));
    await cluster.start();
    const logged = await openPostgres(cluster.url, { log: () => undefined, connections: 2 });
    await migrate(logged, model);
    const { add, total } = await shelf(logged);
    const ballast = join(small, 'ballast');
    fillUp(small, ballast);
    const answers: (string | null)[] = [];
    for (let n = 0; n < 1500 && (answers.at(-1) ?? null) === null; n += 1) answers.push(await add(long()));
    const kept = answers.filter((answer) => answer === null).length;
    expect(['storage_full', 'storage_away']).toContain(answers.at(-1));
    expect(await add(long())).toMatch(/^storage_(?:full|away)$/);
    truncateSync(ballast);
    cluster.kill();
    await cluster.start();
    await expect.poll(() => add('once more'), { timeout: 20_000 }).toBe(null);
    expect(await total()).toBe(kept + 1);
    await logged.close();
  } finally {
    cluster.kill();
    execFileSync('umount', ['--lazy', small]);
    for (const folder of [home, small])
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
});

/** Lets a PostgreSQL that does not run keep its log elsewhere. */
function moveLog(log: string, to: string): void {
  cpSync(log, to, { recursive: true });
  rmSync(log, { recursive: true });
  symlinkSync(to, log);
  const user = unprivileged();
  if (user) execFileSync('chown', ['-R', `${String(user.uid)}:${String(user.gid)}`, to]);
}
