import { rightsFor, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTries, TRY_TABLE } from '../accounts/tries.ts';
import { JOB_TABLE, runDue } from '../jobs/jobs.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import { SESSION_TABLE } from '../sessions/session-store.ts';
import type { Database } from '../storage/database/database.ts';
import { openPostgres } from '../storage/postgres/open.ts';
import { migrate } from './migrate.ts';
import { newSchema, type Schema } from '../testing/postgres/schema.ts';
import { createRecords } from './create-records.ts';
import type { Caller, Records } from './context/records.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const YAML = `
ninefold: 1
purpose: { name: rooms, languages: [en] }
entities:
  room:
    key: name
    fields:
      name: { type: string, required: true, unique: true }
      seats: { type: integer }
      floor: { type: integer }
      note: { type: text }
  booking:
    fields:
      number: { type: sequence, pattern: "B-{0000}" }
      room: { type: reference, to: room, required: true }
      from: { type: date, required: true }
      to: { type: date }
    no_overlap: { from: from, to: to, per: [room] }
roles:
  clerk:
    room: all
    booking: all
`;
const { model } = applicationOf(YAML);
const NOW = '2026-03-05T12:00:00.000Z';

interface Server {
  readonly db: Database;
  readonly records: Records;
  readonly clerk: Caller;
}

let schema: Schema;
let servers: readonly Server[];

async function start(): Promise<Database> {
  const db = await openPostgres(schema.url, { log: () => undefined, connections: 8 });
  await migrate(db, model, [SESSION_TABLE, TRY_TABLE, JOB_TABLE]);
  return db;
}

async function startTwo(isPortable: boolean): Promise<void> {
  servers = [];
  schema = await newSchema(isPortable);
  const databases = await Promise.all([start(), start()]);
  const [first] = databases;
  const id = await createRecords(first, model, () => NOW).addUser({
    ...{ name: 'Cleo', email: 'cleo@x.test', language: null, roles: ['clerk'] },
  });
  servers = await Promise.all(
    databases.map(async (db) => {
      const records = createRecords(db, model, () => NOW);
      const me = await records.me(id);
      if (!me) throw new Error('nobody');
      return { db, records, clerk: { me, rights: rightsFor(model, me.roles), via: 'call' } as const };
    }),
  );
}

afterEach(async () => {
  await Promise.all(servers.map(({ db }) => db.close()));
  await schema.drop();
});

/** Runs works on the servers in turn, all at once. */
function everywhere<T>(count: number, work: (server: Server, index: number) => Promise<T>) {
  return Promise.allSettled(
    Array.from({ length: count }, (_, index) => {
      const server = servers[index % servers.length];
      if (!server) throw new Error('no server');
      return work(server, index);
    }),
  );
}

const create = ({ records, clerk }: Server, entity: string, body: object) => records.create(clerk, entity, body, PLAIN);
const done = <T>(results: readonly PromiseSettledResult<T>[]): readonly T[] =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
const codes = (results: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    const { code, problems } = result.reason as { code: string; problems: readonly { code: string }[] };
    return [problems[0]?.code ?? code];
  });

describe.each([
  { form: 'its own', isPortable: false },
  { form: 'the portable', isPortable: true },
])('two servers on PostgreSQL in $form form', ({ isPortable }) => {
  beforeEach(() => startTwo(isPortable));

  it('lock a row only where they are to leave locks of PostgreSQL alone', async () => {
    const [found] = (await servers[0]?.db.read.all(`SELECT to_regclass('"_lock"')::text AS "table"`, [])) ?? [];
    expect(found?.['table'] !== null).toBe(isPortable);
  });

  it('draw numbers without a gap', async () => {
    const room = done(await everywhere(1, (server) => create(server, 'room', { name: 'Blue' })))[0]?.id;
    const days = await everywhere(40, (server, index) =>
      create(server, 'booking', index % 5 === 4 ? {} : { room, ...day(index) }),
    );
    expect(codes(days)).toEqual(Array.from({ length: 8 }, () => 'required'));
    const numbers = done(days)
      .map((record) => String(record['number']))
      .sort();
    expect(numbers).toEqual(Array.from({ length: 32 }, (_, index) => `B-${String(index + 1).padStart(4, '0')}`));
  });

  it('give a unique value to one record and a span to one booking', async () => {
    const rooms = await everywhere(8, (server) => create(server, 'room', { name: 'Red' }));
    expect(codes(rooms)).toEqual(Array.from({ length: 7 }, () => 'not_unique'));
    const room = done(rooms)[0]?.id;
    const bookings = await everywhere(8, (server) => create(server, 'booking', { room, ...day(1) }));
    expect(codes(bookings)).toEqual(Array.from({ length: 7 }, () => 'overlaps'));
    expect(done(bookings).map((record) => record['number'])).toEqual(['B-0001']);
  });

  it('lose no update of 32 writers on one record', async () => {
    const [room] = done(await everywhere(1, (server) => create(server, 'room', { name: 'Gold', note: '0' })));
    const add = async ({ records, clerk }: Server, index: number): Promise<RecordValue> => {
      for (;;) {
        const before = await records.get(clerk, 'room', room?.id ?? '');
        const body = { note: `${String(before['note'])} ${String(index + 1)}`, ...(index % 2 ? { seats: index } : {}) };
        try {
          return await records.update(
            clerk,
            'room',
            { idOrKey: before.id, body },
            { version: before.version, confirm: [] },
          );
        } catch (reason) {
          if ((reason as { code?: string }).code !== 'changed_meanwhile') throw reason;
        }
      }
    };
    const results = await everywhere(32, add);
    expect(codes(results)).toEqual([]);
    const [server] = servers;
    const after = await server?.records.get(server.clerk, 'room', 'Gold');
    const written = String(after?.['note']).split(' ').map(Number);
    expect(written.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 33 }, (_, index) => index));
    expect(after?.version).toBe(33);
  }, 120_000);

  it('share sessions', async () => {
    const [a, b] = servers.map(({ db }) => createSessionStore(db, () => NOW));
    const opened = await a?.open('u1', 1);
    expect(await b?.find(opened?.token ?? '')).toMatchObject({ user: 'u1' });
    await b?.close(opened?.token ?? '');
    expect(await a?.find(opened?.token ?? '')).toBeNull();
  });

  it('share counts of failed tries, answers to an Idempotency-Key, and jobs', async () => {
    const limits = { tries: 3, waitSeconds: 60 };
    const tried = await everywhere(8, ({ db }) => createTries(db, () => NOW, limits).begin('ada'));
    expect(codes(tried)).toEqual(Array.from({ length: 5 }, () => 'too_many_tries'));
    const once = { key: 'k1', request: 'same' };
    const made = await everywhere(8, ({ records, clerk }) =>
      records.create(clerk, 'room', { name: 'Once' }, { ...PLAIN, once }),
    );
    expect(new Set(done(made).map(({ id }) => id)).size).toBe(1);
    expect(codes(made)).toEqual([]);
    let runs = 0;
    const job = { name: 'count', everyMs: 1000, run: async () => (runs += 1) };
    const log: string[] = [];
    await everywhere(8, ({ db }) => runDue({ db, clock: () => NOW, log: (line) => log.push(line) }, [job]));
    expect([runs, log]).toEqual([1, []]);
  });
});

function day(index: number): { readonly from: string; readonly to: string } {
  const text = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
  return { from: text, to: text };
}
