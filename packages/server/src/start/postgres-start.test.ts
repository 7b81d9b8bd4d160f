import { createServer as createNetServer } from 'node:net';
import { compile } from '@ninefold/spec';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inPostgres, newSchema, type Schema } from '../testing/postgres/schema.ts';
import { startTransactionPooler } from '../testing/postgres/transaction-pooler.ts';
import { openData } from './open-data.ts';
import { StartFailure } from '../start-failure.ts';

const { application } = compile([
  { path: 'app.yaml', text: 'ninefold: 1\nentities: { note: { fields: { text: { type: text } } } }\n' },
]);
const NOW = '2026-03-05T12:00:00.000Z';
const SECRET = 's3cr3t-word';

let schema: Schema;
let log: string[];
beforeEach(async () => {
  schema = await newSchema();
  log = [];
});
afterEach(() => schema.drop());

async function start(database: string): Promise<string> {
  if (!application) throw new Error('the fixture is wrong');
  const failure = await openData(
    { data: '.', database },
    application,
    { demo: false, now: NOW, acceptLoss: [] },
    (line) => log.push(line),
  ).then(
    async ({ database: db }) => {
      await db.close();
      return null;
    },
    (error: unknown) => error,
  );
  expect(log.join('\n')).not.toContain(SECRET);
  if (failure === null) return 'started';
  expect(failure).toBeInstanceOf(StartFailure);
  return (failure as StartFailure).message;
}

function changed(change: (url: URL) => void): string {
  const url = new URL(schema.url);
  url.password = SECRET;
  change(url);
  return url.href;
}

describe('what stands in the way of a start on PostgreSQL is said in one sentence without the password', () => {
  it('starts, and starts again on what is there', async () => {
    expect(await start(schema.url)).toBe('started');
    expect(await start(schema.url)).toBe('started');
  });

  it('nobody answers', async () => {
    const port = await unusedPort();
    expect(await start(changed((url) => (url.port = String(port))))).toBe(
      `No PostgreSQL answers at 127.0.0.1:${String(port)}.`,
    );
  });

  it('no such machine', async () => {
    expect(await start(changed((url) => (url.hostname = 'nowhere.invalid')))).toMatch(
      /^No machine is known by the name in nowhere\.invalid:\d+\.$/,
    );
  });

  it('no such database', async () => {
    expect(await start(changed((url) => (url.pathname = '/missing')))).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:\d+ has no database named missing\.$/,
    );
  });

  it('a user who is not let in', async () => {
    expect(await start(changed((url) => (url.username = 'stranger')))).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:\d+ does not let stranger in: /,
    );
  });

  it('a user who may not make tables', async () => {
    await inPostgres('DROP ROLE IF EXISTS visitor; CREATE ROLE visitor LOGIN');
    const name = new URL(schema.url).searchParams.get('options')?.split('=')[1] ?? '';
    await inPostgres(`GRANT USAGE ON SCHEMA "${name}" TO visitor`);
    expect(await start(changed((url) => (url.username = 'visitor')))).toMatch(
      /^visitor may not create tables in the schema t\S+ of the database postgres at 127\.0\.0\.1:\d+\.$/,
    );
  });

  it('a database in another encoding', async () => {
    await inPostgres('DROP DATABASE IF EXISTS latin');
    await inPostgres(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'`);
    const url = changed((one) => {
      one.pathname = '/latin';
      one.search = '';
    });
    expect(await start(url)).toMatch(/is encoded in LATIN1; it has to be UTF8\.$/);
    await inPostgres('DROP DATABASE latin');
  });

  it('a database that only reads', async () => {
    const url = changed((one) => {
      const options = `${one.searchParams.get('options') ?? ''} -c default_transaction_read_only=on`;
      one.searchParams.set('options', options);
    });
    expect(await start(url)).toMatch(/is read-only; give the address of the primary server\.$/);
  });

  it('several hosts', async () => {
    expect(await start(`postgres://ada:${SECRET}@h1:5432,h2:5433/desk?target_session_attrs=read-write`)).toBe(
      'The address names several hosts (h1:5432,h2:5433). Give one: that of the primary server, or of a proxy that follows it.',
    );
  });

  it('a pooler that gives each transaction another session', async () => {
    const pooler = await startTransactionPooler(Number(new URL(schema.url).port));
    const url = changed((one) => (one.port = String(pooler.port)));
    expect(await start(url)).toMatch(/^Between this server and PostgreSQL at 127\.0\.0\.1:\d+, a connection pooler /);
    await pooler.close();
  });

  it('something else than an address', async () => {
    expect(await start(`mysql://root:${SECRET}@h/n`)).toBe(
      'The database has to be given as sqlite:<file> or postgres://<user>@<host>/<name>.',
    );
    expect(await start(`postgres://${SECRET}:${SECRET}@[broken/n`)).not.toContain(SECRET);
  });
});

function unusedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createNetServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
