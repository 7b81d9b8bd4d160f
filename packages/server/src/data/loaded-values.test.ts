import { join } from 'node:path';
import { compile, type Application } from '@ninefold/spec';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backup } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { migrate } from '../records/migrate.ts';
import { specifications } from '../records/testing/values/specifications.ts';
import { wrongValues } from '../records/testing/values/stored-values.ts';
import { adoptModel, openData } from '../start/open-data.ts';
import type { Database } from '../storage/database/database.ts';
import { MigrationRefused } from '../storage/migration/changes/migration-refused.ts';
import { openTestDatabase, testPlace, type TestPlace } from '../testing/test-database.ts';
import { loadData } from './load-data.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const { NINEFOLD_PROVE_SEED: seed = String(Date.now() % 1e6), NINEFOLD_PROVE_VALUES: runs = '6' } = process.env;

function applicationOf(yaml: string, files: Readonly<Record<string, string>>): Application {
  const data = Object.entries(files).map(([path, text]) => ({ path, text }));
  const compiled = compile([{ path: 'app.yaml', text: yaml }, ...data]);
  if (!compiled.application) throw new Error(`${JSON.stringify(compiled.issues)}\n${yaml}`);
  return compiled.application;
}

const name = (prefix: string, most: number) => fc.integer({ min: 1, max: most }).map((n) => `${prefix}${String(n)}`);
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const number = fc.integer({ min: 0, max: 9 });
const groups = fc.array(fc.record({ base: maybe(number), above: maybe(name('G', 2)) }), { minLength: 3, maxLength: 4 });
const things = fc.array(
  fc.record({
    base: maybe(number),
    day: maybe(fc.constantFrom('2026-01-02', '2026-03-04')),
    owner: maybe(fc.constantFrom('ann@x.test', 'bob@x.test')),
    group: maybe(name('G', 3)),
    tags: fc.uniqueArray(name('G', 3), { maxLength: 2 }),
    state: fc.constantFrom('open', 'sent', 'closed'),
    lines: fc.array(fc.record({ of: maybe(name('G', 3)), qty: maybe(number) }), { maxLength: 2 }),
  }),
  { minLength: 2, maxLength: 5 },
);
const parts = fc.array(
  fc.record({
    thing: maybe(name('T', 2)),
    n: maybe(number),
    ok: fc.boolean(),
    note: maybe(fc.constantFrom('a', 'b')),
    day: maybe(fc.constant('2026-02-03')),
  }),
  { maxLength: 8 },
);

const json = (rows: readonly object[], key: string): string =>
  JSON.stringify(rows.map((row, index) => ({ name: `${key}${String(index + 1)}`, ...row })));
const filesOf = (
  group: readonly object[],
  thing: readonly object[],
  part: readonly object[],
): Readonly<Record<string, string>> => ({
  'data/thing.json': json(thing, 'T'),
  'data/group.json': json(group, 'G'),
  'data/user.csv': users,
  'data/part.json': JSON.stringify(part),
});
const users = 'email,name,team\nann@x.test,Ann,G1\nbob@x.test,Bob,\n';

const drawn = { groups, things, parts };
/** Does what brings stored data to a specification; it may lose what it has to. */
async function consenting<T>(adopt: (acceptLoss: readonly string[]) => Promise<T>): Promise<T> {
  try {
    return await adopt([]);
  } catch (reason) {
    if (!(reason instanceof MigrationRefused)) throw reason;
    return adopt(reason.changes.filter(({ verdict }) => verdict === 'open').map(({ name: lost }) => lost));
  }
}
const openIn = async (
  place: TestPlace,
  application: Application,
): Promise<{ readonly db: Database; readonly wrong: readonly string[] }> => {
  const { database: db } = await consenting((acceptLoss) =>
    openData(place, application, { demo: false, now: NOW, acceptLoss }, nowhere),
  );
  return { db, wrong: await wrongValues(db, application.model, NOW) };
};
const nowhere = (): void => undefined;

it(`stored values are what the evaluator says after data files are loaded, and loaded again (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      specifications,
      fc.record(drawn),
      parts,
      async (yaml, { groups: group, things: thing, parts: part }, more) => {
        const db = await openTestDatabase();
        try {
          const files = filesOf(group, thing, part);
          const application = applicationOf(yaml, files);
          await migrate(db, application.model, [], { now: NOW });
          await loadData(db, application, { demo: false, now: NOW });
          expect(await wrongValues(db, application.model, NOW)).toEqual([]);
          const changed = thing.map((row) => ({ ...row, state: undefined, base: 7, group: 'G2' }));
          const again = applicationOf(yaml, { ...files, ...filesOf(group, changed, more) });
          await loadData(db, again, { demo: false, now: NOW });
          expect(await wrongValues(db, again.model, NOW)).toEqual([]);
        } finally {
          await db.close();
        }
      },
    ),
    { seed: Number(seed), numRuns: Number(runs) },
  );
});

it(`stored values are what the evaluator says after each start, reload, migration and restore (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      specifications,
      specifications,
      fc.record(drawn),
      async (before, after, { groups: group, things: thing, parts: part }) => {
        const [place, other] = [await testPlace(), await testPlace()];
        try {
          const files = filesOf(group, thing, part);
          const [first, second] = [applicationOf(before, files), applicationOf(after, files)];
          const { db, wrong } = await openIn(place, first);
          expect(wrong).toEqual([]);
          // as `dev` reloads, there and back
          for (const application of [second, first]) {
            await consenting((acceptLoss) => adoptModel(db, application, { demo: false, now: NOW, acceptLoss }));
            expect(await wrongValues(db, application.model, NOW)).toEqual([]);
          }
          await db.close();
          const file = join(other.data, 'backup.gz');
          await backup(place, file, { version: 'test', at: NOW, log: nowhere });
          await restore(other, file, { replace: false, application: second, now: NOW, log: nowhere });
          for (const at of [other, place]) {
            const started = await openIn(at, second);
            expect(started.wrong).toEqual([]);
            await started.db.close();
          }
        } finally {
          await Promise.all([place.remove(), other.remove()]);
        }
      },
    ),
    { seed: Number(seed), numRuns: Math.ceil(Number(runs) / 3) },
  );
}, 300_000);

const BILLS = `ninefold: 1
purpose: { name: bills, languages: [en] }
entities:
  bill:
    key: code
    title: code
    fields:
      code: { type: string, required: true }
      asked: { type: integer }
      paid: { type: integer, computed: 'sum(record.pays.map(p, p.amount))' }
      open: { type: integer, computed: record.asked - record.paid }
      sent: { type: boolean, computed: record.state == "sent" }
  pay:
    fields:
      bill: { type: reference, to: bill, required: true, inverse: pays }
      amount: { type: integer, required: true }
states: { bill: { initial: new, states: { new: {}, sent: {} }, transitions: { send: { from: new, to: sent, by: boss } } } }
roles: { boss: { members: everyone, bill: all, pay: all, user: { read: true } } }
`;

it('a record of a data file without others has a sum of 0, one with others theirs, and sees its own state', async () => {
  const db = await openTestDatabase();
  const application = applicationOf(BILLS, {
    'data/bill.csv': 'code,asked,state\nB1,100,sent\nB2,60,\n',
    'data/pay.csv': 'bill,amount\nB1,30\nB1,20\n',
  });
  await migrate(db, application.model, [], { now: NOW });
  await loadData(db, application, { demo: false, now: NOW });
  const rows = await db.read.all('SELECT "paid", "open", "sent" FROM "bill" ORDER BY "code"', []);
  expect(rows.map(({ paid, open, sent }) => [Number(paid), Number(open), Boolean(sent)])).toEqual([
    [50, 50, true],
    [0, 60, false],
  ]);
  await db.close();
});

it('a start finds and mends what is wrong, says how many, and does so once', async () => {
  const db = await openTestDatabase();
  const application = applicationOf(BILLS, {
    'data/bill.csv': 'code,asked\nB1,100\nB2,60\n',
    'data/pay.csv': 'bill,amount\nB1,30\n',
  });
  const start = () => migrate(db, application.model, [], { now: NOW });
  await start();
  await loadData(db, application, { demo: false, now: NOW });
  const spoil = () => db.write((tx) => tx.run('UPDATE "bill" SET "paid" = NULL, "open" = NULL', []));
  await spoil();
  await db.write((tx) => tx.run(`DELETE FROM "_meta" WHERE "key" = 'values'`, [])); // as versions before left it
  expect((await start()).changes.map(({ kind, name: of, rows }) => [kind, of, rows])).toEqual([
    ['values_mended', 'bill', 2],
  ]);
  expect(await wrongValues(db, application.model, NOW)).toEqual([]);
  await spoil();
  expect((await start()).changes).toEqual([]);
  expect((await wrongValues(db, application.model, NOW)).length).toBe(4);
  await db.close();
});

const LATE = `ninefold: 1
purpose: { name: late, languages: [en] }
entities:
  user: { title: name, key: email, fields: { box: { type: reference, to: box } } }
  box: { title: name, key: name, fields: { name: { type: string, required: true } } }
  thing:
    title: name
    key: name
    fields: { name: { type: string, required: true }, box: { type: reference, to: box, inverse: things }, starts: { type: date, default: = today } }
  entry:
    fields:
      who: { type: reference, to: user, default: = user }
      box: { type: reference, to: box, copy: record.who.box }
      thing: { type: reference, to: thing, required: true, default: "= first(record.box.things.filter(t, t.starts <= today))" }
      name: { type: string, required: true, copy: record.thing.name }
roles: { boss: { members: everyone, user: all, box: all, thing: all, entry: all } }
`;

it('required is judged after every copy and default has arrived', async () => {
  const db = await openTestDatabase();
  const application = applicationOf(LATE, {
    'data/entry.csv': 'id,who\ne1,ann@x.test\n',
    'data/thing.csv': 'name,box\nT1,B1\n',
    'data/box.csv': 'name\nB1\n',
    'data/user.csv': 'email,name,box\nann@x.test,Ann,B1\n',
  });
  await migrate(db, application.model, [], { now: NOW });
  await loadData(db, application, { demo: false, now: NOW });
  expect(await db.read.all('SELECT "name" FROM "entry"', [])).toEqual([{ name: 'T1' }]);
  await db.close();
});
