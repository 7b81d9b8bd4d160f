import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase, TEST_DIALECT } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { counting } from './testing/counting.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';
import { importSource } from './testing/values/import-source.ts';

/** On SQLite it imports some 22,000 rows, and compares how long that takes. */
const LONG = { timeout: 180_000 };

/** How long works take is compared where nothing else runs beside: tests on PostgreSQL run three at a time, and count alone. */
const IS_TIMED = TEST_DIALECT === 'sqlite';
const MANY = IS_TIMED ? 4000 : 400;

const NOW = '2026-03-05T12:00:00.000Z';
const { model } = applicationOf(`ninefold: 1
purpose: { name: bookings, languages: [en] }
entities:
  account:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      total: { type: money, currency: EUR, computed: 'sum(record.bookings.map(b, b.amount))' }
      pieces: { type: integer, computed: size(record.bookings) }
      most: { type: money, currency: EUR, computed: 'max(record.bookings.map(b, b.amount))' }
      late: { type: boolean, computed: 'record.bookings.exists(b, b.note == "late")' }
  booking:
    fields:
      account: { type: reference, to: account, inverse: bookings }
      amount: { type: money, currency: EUR, required: true }
      note: { type: string }
roles: { boss: { members: everyone, account: all, booking: all } }
`);

/** What writes ask, and how many of their statements change accounts. */
const counted = { asked: 0, given: 0, changes: 0 };
let db: Database;
let records: Records;
let who: Caller;
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model, [], { now: NOW });
  const watched = counting(db, counted, (text) => {
    if (text.startsWith('UPDATE "account"')) counted.changes += 1;
  });
  records = createRecords(watched, model, () => NOW);
  const me = await records.me(await records.addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: [] }));
  if (!me) throw new Error('nobody');
  who = { me, rights: rightsFor(model, me.roles), via: 'screen' };
});
afterAll(() => db.close());

const bookings = (account: string | null, many: number) =>
  Array.from({ length: many }, (_, at) => ({ account, amount: `${String(at % 100)}.25`, note: null }));
const imported = async (account: string | null, many: number): Promise<void> => {
  const options = { mode: 'all', match: '' } as const;
  const done = await records.import(who, 'booking', { source: importSource(bookings(account, many)), options });
  if (done.created !== many) throw new Error(JSON.stringify(done));
};
const account = async (name: string): Promise<string> => (await records.create(who, 'account', { name }, PLAIN)).id;
const book = (id: string) => records.create(who, 'booking', { account: id, amount: '1' }, PLAIN);

async function cost(work: () => Promise<unknown>): Promise<typeof counted & { readonly ms: number }> {
  const before = { ...counted };
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  return {
    ms,
    asked: counted.asked - before.asked,
    given: counted.given - before.given,
    changes: counted.changes - before.changes,
  };
}

/** The shortest times of works in milliseconds, taken in turns, so that what else the machine does meets all of them. */
async function fastest(turns: number, ...works: (() => Promise<unknown>)[]): Promise<number[]> {
  const shortest = works.map(() => Infinity);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [at, work] of works.entries()) shortest[at] = Math.min(shortest[at] ?? Infinity, (await cost(work)).ms);
  return shortest;
}

test(
  'a creation costs the same with many records of its holder as with few, and an import works its holder out once',
  LONG,
  async () => {
    const [few, many, one] = [await account('few'), await account('many'), await account('one')];
    await imported(few, 10);
    await imported(many, MANY);
    const [atFew, atMany] = [await cost(() => book(few)), await cost(() => book(many))];
    expect([atMany.asked, atMany.given, atMany.changes]).toEqual([atFew.asked, atFew.given, atFew.changes]);
    expect((await cost(() => imported(one, 2000))).changes).toBe(1);
    expect(await records.get(who, 'account', 'one')).toMatchObject({ total: '99500.00', pieces: 2000, most: '99.25' });
    if (!IS_TIMED) return;

    const [ofMany = Infinity, ofFew = 0] = await fastest(
      30,
      () => book(many),
      () => book(few),
    );
    const others = await Promise.all(['two', 'three', 'four', 'five'].map(account));
    const [toOne = Infinity, toNone = 0] = await fastest(
      others.length,
      () => imported(others.pop() ?? null, 2000),
      () => imported(null, 2000),
    );
    const ratios = { single: ofMany / ofFew, import: toOne / toNone };
    process.stdout.write(`${JSON.stringify(ratios)}\n`);
    expect(ratios.single).toBeLessThan(2);
    expect(ratios.import).toBeLessThan(6);
  },
);
