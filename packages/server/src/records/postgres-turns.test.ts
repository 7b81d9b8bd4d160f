import { rightsFor } from '@ninefold/model';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { storageFailure } from '../storage/failure.ts';
import type { Database } from '../storage/database/database.ts';
import { openPostgres } from '../storage/postgres/open.ts';
import { newSchema, type Schema } from '../testing/postgres/schema.ts';
import { migrate } from './migrate.ts';
import { createRecords } from './create-records.ts';
import type { Caller, Records } from './context/records.ts';
import type { ImportSource } from './context/import-source.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const YAML = `
ninefold: 1
purpose: { name: sums, languages: [en] }
entities:
  account:
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      total: { type: integer, computed: 'sum(record.entries.map(e, e.amount))' }
  entry:
    fields:
      account: { type: reference, to: account, inverse: entries, required: true }
      amount: { type: integer, required: true }
      tag: { type: string, search: true }
roles: { clerk: { account: all, entry: all } }
`;
const { model } = applicationOf(YAML);
const NOW = '2026-03-05T12:00:00.000Z';
/** Seconds of load; `npm run prove` asks for more. */
const SECONDS = Number(process.env['NINEFOLD_PROVE_TURNS'] ?? '6');

interface Server {
  readonly db: Database;
  readonly records: Records;
  readonly clerk: Caller;
}

let schema: Schema;
let servers: Server[] = [];

async function start(options: { readonly lockMs?: number } = {}): Promise<Server> {
  const db = await openPostgres(schema.url, { log: () => undefined, connections: 8, ...options });
  servers.push({ db } as Server); // closed even where the rest fails
  await migrate(db, model);
  const [stored] = await db.read.all(`SELECT "value" FROM "_meta" WHERE "key" = 'fingerprint'`, []);
  db.keepTo(String(stored?.['value']));
  const records = createRecords(db, model, () => NOW);
  const email = `${String(servers.length)}@x.test`;
  const id = await records.addUser({ name: 'Cleo', email, language: null, roles: ['clerk'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  const server = { db, records, clerk: { me, rights: rightsFor(model, me.roles), via: 'call' } as const };
  servers[servers.length - 1] = server;
  return server;
}

afterEach(async () => {
  await Promise.all(servers.map(({ db }) => db.close()));
  servers = [];
  await schema.drop();
});

function sourceOf(accounts: readonly string[]): ImportSource {
  const fields = ['account', 'amount', 'tag'];
  return {
    encoding: 'utf-8',
    columns: fields.map((field) => ({ title: field, field, sample: '' })),
    fields,
    ambiguous: [],
    async *rows() {
      for (const [index, account] of accounts.entries())
        yield {
          row: index + 1,
          values: { account, amount: 1, tag: 'imported' },
          id: null,
          problems: [],
          written: () => null,
        };
    },
  };
}

/** What a writer does, and how many entries of 1 that stores. */
type Kind = (server: Server, accounts: readonly string[], n: number) => Promise<number>;

const plain: Kind = async ({ records, clerk }, accounts, n) => {
  await records.create(clerk, 'entry', { account: accounts[n % 10] ?? null, amount: 1 }, PLAIN);
  return 1;
};

const KINDS: Readonly<Record<string, Kind>> = {
  plain,
  again: plain,
  import: async ({ records, clerk }, accounts, n) => {
    const source = sourceOf(Array.from({ length: 5 }, (_, k) => accounts[(n + k) % 10] ?? ''));
    const done = await records.import(clerk, 'entry', { source, options: { mode: 'all', match: null } });
    return done.created;
  },
  batch: async ({ records, clerk }, accounts, n) => {
    const some = [accounts[n % 10], accounts[(n * 3 + 1) % 10]];
    const writes = some.map((account) => ({ action: 'create', entity: 'entry', values: { account, amount: 1 } }));
    await records.batch(clerk, { writes }, undefined);
    return 2;
  },
  bulk: async ({ records, clerk }, _accounts, n) => {
    const { items } = await records.list(clerk, 'entry', new URLSearchParams({ size: '2' }));
    const ids = items.map(({ id }) => id);
    if (ids.length > 0)
      await records.bulk(clerk, 'entry', { action: 'update', ids, values: { tag: String(n) } }, undefined);
    return 0;
  },
};
describe.each([
  { form: 'its own', isPortable: false },
  { form: 'the portable', isPortable: true },
])('two servers of sixteen writers each in $form form', ({ isPortable }) => {
  it(
    'make every import, bulk action, batch and write, or say that it is worth coming again',
    { timeout: (SECONDS + 60) * 1000 },
    async () => {
      schema = await newSchema(isPortable);
      const both = [await start(), await start()];
      const [first] = both;
      const accounts: string[] = [];
      for (let n = 0; n < 10; n += 1)
        accounts.push(
          String((await first?.records.create(first.clerk, 'account', { name: `a${String(n)}` }, PLAIN))?.id),
        );
      const came = new Map<string, number>();
      const note = (what: string): void => void came.set(what, (came.get(what) ?? 0) + 1);
      const end = performance.now() + SECONDS * 1000;
      let sum = 0;
      const write = async (server: Server, writer: number): Promise<void> => {
        for (let n = writer; performance.now() < end; n += 7) {
          const [kind, work] = Object.entries(KINDS)[n % 5] ?? ['plain', plain];
          try {
            const stored = await work(server, accounts, n);
            sum += stored;
            note(kind);
          } catch (cause) {
            note(storageFailure(cause) ?? String(cause));
          }
        }
      };
      await Promise.all(both.flatMap((server) => Array.from({ length: 16 }, (_, writer) => write(server, writer))));
      expect([...came.keys()].filter((one) => one !== 'busy').sort()).toEqual(Object.keys(KINDS).sort());
      const [row] = (await first?.db.read.all('SELECT CAST(sum("total") AS text) AS n FROM "account"', [])) ?? [];
      expect(Number(row?.['n'])).toBe(sum);
    },
  );
});

it('a row that somebody else holds keeps its own writes waiting for as long as they may, and no others', async () => {
  schema = await newSchema();
  const server = await start({ lockMs: 1500 });
  const { records, clerk } = server;
  const name = async (text: string) => String((await records.create(clerk, 'account', { name: text }, PLAIN)).id);
  const [held, free] = [await name('held'), await name('free')];
  const other = new pg.Client({ connectionString: schema.url.replace(/[?&]portable=true/, '') });
  await other.connect();
  const rename = (id: string, text: string) =>
    records.update(clerk, 'account', { idOrKey: id, body: { name: text } }, PLAIN).then(
      () => 'done',
      (cause: unknown) => storageFailure(cause) ?? String(cause),
    );
  try {
    await other.query('BEGIN');
    await other.query('UPDATE "account" SET "version" = "version" WHERE "id" = $1', [held]);
    const waits = Array.from({ length: 4 }, (_, n) => rename(held, `held ${String(n)}`));
    let isOver = false;
    void waits[0]?.then(() => (isOver = true));
    const others: string[] = [];
    for (let n = 0; n < 3; n += 1) others.push(await rename(free, `free ${String(n)}`));
    expect([others, isOver]).toEqual([['done', 'done', 'done'], false]);
    expect(await waits[0]).toBe('busy');
    await other.query('ROLLBACK');
    const rest = await Promise.all(waits.slice(1));
    expect(rest.filter((one) => one !== 'done' && one !== 'busy')).toEqual([]);
    expect(await rename(held, 'held again')).toBe('done');
  } finally {
    await other.end();
  }
});
