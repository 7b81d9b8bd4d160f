import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { adoptModel } from '../../start/open-data.ts';
import { newSchema, type Schema } from '../../testing/postgres/schema.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../postgres/open.ts';

const OLD = `ninefold: 1
purpose: { name: shelf, languages: [en] }
entities:
  shelf:
    title: name
    fields:
      name: { type: string, required: true }
  book:
    title: name
    fields:
      name: { type: string, required: true }
      shelf: { type: reference, to: shelf, inverse: books }
      pages: { type: integer }
      code: { type: string }
      gone: { type: string }
      note: { type: text }
`;
const NEW = `ninefold: 1
purpose: { name: shelf, languages: [en] }
entities:
  shelf:
    title: name
    fields:
      name: { type: string, required: true }
      pages: { type: integer, computed: 'sum(record.works.map(w, w.sheets))' }
  work:
    was: book
    title: name
    dropped: [gone]
    fields:
      name: { type: string, required: true }
      note: { type: text, search: true }
      shelf: { type: reference, to: shelf, inverse: works }
      sheets: { type: integer, was: pages, index: true }
      code: { type: integer }
      size: { type: integer, computed: size(record.name) }
      read: { type: boolean, default: true }
`;
const NOW = '2026-03-05T12:00:00.000Z';
const ADOPTING = { demo: false, now: NOW, acceptLoss: [] };
/** `npm run prove` asks for 100,000. */
const ROWS = Number(process.env['NINEFOLD_PROVE_ROWS'] ?? '5000');
const SHELVES = 20;
const LONG = { timeout: 120_000 + ROWS * 10 };

let schema: Schema;
let opened: Database[];
let clients: pg.Client[];
beforeEach(async () => {
  schema = await newSchema(false);
  opened = [];
  clients = [];
  await fill();
});
afterEach(async () => {
  await Promise.all([...clients.map((client) => client.end()), ...opened.map((db) => db.close())]);
  await schema.drop();
}, LONG.timeout);

async function open(yaml: string): Promise<Database> {
  const db = await openPostgres(schema.url, { log: () => undefined, connections: 4 });
  opened.push(db);
  await adoptModel(db, applicationOf(yaml), ADOPTING);
  return db;
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: schema.url });
  clients.push(client);
  await client.connect();
  return client;
}

async function fill(): Promise<void> {
  const db = await open(OLD);
  const common = `1, '${NOW}', '${NOW}'`;
  const shelves = `INSERT INTO "shelf" ("id", "version", "created_at", "changed_at", "name")
    SELECT 's' || n, ${common}, 'Shelf ' || n FROM generate_series(1, ${String(SHELVES)}) n`;
  const books = `INSERT INTO "book" ("id", "version", "created_at", "changed_at", "name", "shelf", "pages", "code", "gone")
    SELECT 'b' || lpad(n::text, 8, '0'), ${common}, 'Book ' || n, 's' || (1 + n % ${String(SHELVES)}), n, n::text, 'x'
    FROM generate_series(1, ${String(ROWS)}) n`;
  await db.write(async (tx) => {
    await tx.run(shelves, []);
    await tx.run(books, []);
  });
}

/** What another tool asks for, by whichever name the table has. */
const COUNT = (table: string): string => `SELECT count(*) AS n, sum(length("name")) AS l FROM "${table}"`;
const NOT_THERE = new Set(['42P01', '42703']);

/** Reads until it is told to stop; no read may wait for more than a second. */
async function readOn(client: pg.Client, isOver: () => boolean): Promise<{ reads: number; failures: string[] }> {
  const failures: string[] = [];
  let reads = 0;
  await client.query(`SET lock_timeout = '1s'`);
  while (!isOver()) {
    for (const table of ['book', 'work']) {
      try {
        await client.query(COUNT(table));
        reads += 1;
      } catch (cause) {
        const { code = '', message } = cause as { code?: string; message: string };
        if (!NOT_THERE.has(code)) failures.push(`${code} ${message}`);
      }
    }
  }
  return { reads, failures };
}

test(
  'a migration keeps no reader waiting for more than a second, not even behind one that reads for long',
  LONG,
  async () => {
    let isOver = false;
    const readers = [await connect(), await connect()].map((client) => readOn(client, () => isOver));
    const long = await connect();
    await long.query('BEGIN');
    await long.query(COUNT('book'));
    const migrated = open(NEW);
    await long.query('SELECT pg_sleep(2)'); // holds its lock all the time
    await long.query('COMMIT');
    await migrated;
    isOver = true;
    const results = await Promise.all(readers);
    expect(results.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { reads } of results) expect(reads).toBeGreaterThan(0);
    const client = await connect();
    const wrong = `SELECT count(*)::int AS n FROM "work" WHERE "size" <> length("name") OR "read" IS NOT TRUE OR "code" <> "sheets" OR "_search" IS NULL`;
    expect((await client.query<{ n: number }>(wrong)).rows).toEqual([{ n: 0 }]);
    const sums = `SELECT count(*)::int AS n FROM "shelf" s WHERE "pages" <> (SELECT sum("sheets") FROM "work" w WHERE w."shelf" = s."id")`;
    expect((await client.query<{ n: number }>(sums)).rows).toEqual([{ n: 0 }]);
    const kept = 'SELECT count(*)::int AS n FROM "_aside"';
    expect((await client.query<{ n: number }>(kept)).rows).toEqual([{ n: ROWS }]);
  },
);

/** Names, types, indexes and triggers of everything in the schema. */
const SHAPE = `SELECT 'column' AS kind, table_name || '.' || column_name AS name, data_type AS text FROM information_schema.columns WHERE table_schema = current_schema()
  UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()
  UNION ALL SELECT 'note', c.relname, obj_description(c.oid) FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i'
  UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = current_schema()::regnamespace AND NOT tgisinternal
  ORDER BY 1, 2`;

test('a migration that fails on the way takes back what it has done, and the server before goes on', async () => {
  const earlier = opened[0];
  const client = await connect();
  const before = (await client.query(SHAPE)).rows;
  await client.query(`UPDATE "book" SET "name" = 'same' WHERE "pages" <= 2`);
  const taken = NEW.replace('computed: size(record.name)', 'unique: true, computed: size(record.name)');
  await expect(open(taken)).rejects.toThrow(/duplicate key|not fit/);
  expect((await client.query(SHAPE)).rows).toEqual(before);
  await earlier?.write((tx) => tx.run(`UPDATE "book" SET "name" = 'again' WHERE "pages" = 1`, []));
  expect(await earlier?.look()).toBeNull();
});

test(
  'what a killed migration has begun is taken back by the next start, whichever specification it has',
  LONG,
  async () => {
    const earlier = opened[0];
    const client = await connect();
    const before = (await client.query(SHAPE)).rows;
    await client.query('BEGIN');
    await client.query('LOCK TABLE "_history" IN SHARE MODE'); // the migration waits for it after its first stage
    const failed = open(NEW).catch((cause: unknown) => cause);
    const other = await connect();
    const begun = async () => (await other.query(`SELECT 1 FROM "_meta" WHERE "key" = 'halfway'`)).rows.length;
    await expect.poll(begun, { timeout: 20_000 }).toBe(1);
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()
    AND pid IN (SELECT pid FROM pg_locks WHERE relation = '"_history"'::regclass AND NOT granted)`;
    await expect.poll(async () => (await other.query(kill)).rows.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await failed;
    await client.query('ROLLBACK');
    await opened[0]?.look();
    const names = (await other.query(SHAPE)).rows;
    const isBack = JSON.stringify(names) === JSON.stringify(before);
    const refused = earlier?.write((tx) => tx.run(`UPDATE "book" SET "name" = 'again' WHERE "pages" = 1`, []));
    const came = await refused?.then(
      () => 'done',
      (cause: Error) => cause.name,
    );
    expect(came).toBe(isBack ? 'done' : 'OtherSpecification');
    await open(OLD);
    expect((await other.query(SHAPE)).rows).toEqual(before);
    await open(NEW);
    expect((await other.query('SELECT count(*)::int AS n FROM "work"')).rows).toEqual([{ n: ROWS }]);
  },
);
