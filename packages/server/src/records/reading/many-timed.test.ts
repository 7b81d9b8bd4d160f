// More timers than are looked up one by one: every way to a page answers the same.
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../storage/database/database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';

const { model } = applicationOf(`ninefold: 1
purpose: { name: many, languages: [en] }
roles: { boss: { job: all, runtime: [operate] } }
entities:
  job:
    trash: false
    title: number
    fields: { number: { type: integer }, group: { type: integer }, due: { type: datetime } }
states:
  job:
    initial: open
    states: { open: { kind: waiting }, over: { kind: done, final: true } }
    transitions: { end: { from: open, to: over, at: record.due } }
    reactions: { check: { every: { days: 1, at: "08:00" }, when: record.group == 96, set: { group: 97 } } }
screens:
  jobs: { path: /, list: job, sort: [number] }
`);
const NOW = '2026-03-02T09:00:00.000Z';
const JOBS = 2000;
/** Those that are due in March; further ones are due in April, and others never. */
const IN_MARCH = { from: JOBS - 1200, until: JOBS };

let db: Database;
let records: Records;
let boss: Caller;
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  records = createRecords(db, model, () => NOW, { timedReach: { timers: 200, rows: 100 } });
  const me = await records.me(
    await records.addUser({ name: 'Bo', email: 'bo@t.test', language: null, roles: ['boss'] }),
  );
  if (!me) throw new Error('nobody');
  boss = { me, rights: rightsFor(model, me.roles), via: 'call' };
  await records.create(boss, 'job', { number: 0, group: 0, due: '2026-03-20T00:00:00Z' }, PLAIN);
  await fill();
  await records.fireTimers({ mostMs: 60_000, isEnding: () => false, log: () => undefined }); // plans the calendar
});
afterAll(() => db.close());

/** Copies the job and its timer. */
async function fill(): Promise<void> {
  const numbers = `(WITH RECURSIVE n("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM n WHERE "i" < ${String(JOBS - 1)}) SELECT "i" FROM n) AS n`;
  const copies = async (table: string, values: Readonly<Record<string, string>>, which: string): Promise<string> => {
    const [row = {}] = await db.read.all(`SELECT * FROM "${table}"`, []);
    const names = Object.keys(row);
    const columns = names.map((name) => values[name] ?? `c."${name}"`);
    const quoted = names.map((name) => `"${name}"`);
    return `INSERT INTO "${table}" (${quoted.join(', ')}) SELECT ${columns.join(', ')} FROM ${numbers} CROSS JOIN (SELECT * FROM "${table}" LIMIT 1) AS c WHERE ${which}`;
  };
  const id = `'j' || (10000 + "i" * 7919 % ${String(JOBS)})`; // 7919 is a prime: no id comes twice
  const due = `CASE WHEN "i" >= ${String(IN_MARCH.from)} THEN '2026-03-20T00:00:00.000Z' WHEN "i" % 10 = 0 THEN '2026-04-20T00:00:00.000Z' END`;
  const jobs = await copies('job', { id, number: '"i"', group: '"i" % 97', due }, 'true');
  const timers = await copies('_timer', { record: id, due, next: due }, `${due} IS NOT NULL`);
  await db.write(async (tx) => {
    for (const statement of [jobs, timers, 'ANALYZE']) await tx.run(statement, []);
  });
}

const numbersBy = (is: (number: number) => boolean): readonly number[] =>
  Array.from({ length: JOBS }, (_, number) => number).filter(is);
const isInMarch = (number: number): boolean => number === 0 || number >= IN_MARCH.from;

async function asked(query: string) {
  const { items, total, next } = await records.list(boss, 'job', new URLSearchParams(query));
  return { numbers: items.map(({ number }) => number), total, next };
}

test.each([
  ['sort=number', (found: readonly number[]) => found], // those that are due stand at its end, but for one
  ['sort=-number', (found: readonly number[]) => found.toReversed()],
  ['sort=group,number', (found: readonly number[]) => found.toSorted((a, b) => (a % 97) - (b % 97) || a - b)],
] as const)('%s', async (sort, inOrder) => {
  const due = `due=2026-03-10..2026-03-31&size=20&${sort}`;
  const march = inOrder(numbersBy(isInMarch));
  const first = await asked(due);
  expect(first).toMatchObject({ numbers: march.slice(0, 20), total: 1201 });
  expect((await asked(`${due}&after=${first.next ?? ''}&total=exact`)).numbers).toEqual(march.slice(20, 40));
  expect(await asked(`${due}&page=40&total=exact`)).toMatchObject({
    numbers: march.slice(780, 800),
    total: 1201,
  });
  const few = inOrder(numbersBy((number) => isInMarch(number) && number % 97 === 5));
  expect(await asked(`${due}&f.group=eq:5`)).toMatchObject({ numbers: few.slice(0, 20), total: few.length });
  const half = inOrder(numbersBy((number) => isInMarch(number) && number % 97 > 48 && number < 1900));
  const filtered = `${due}&f.group=gt:48&f.number=lt:1900&total=exact`;
  expect(await asked(filtered)).toMatchObject({ numbers: half.slice(0, 20), total: half.length });
  const checked = inOrder(numbersBy((number) => number % 97 === 96));
  expect(await asked(`due=2026-03-03&${sort}&size=20`)).toMatchObject({
    numbers: checked.slice(0, 20),
    total: checked.length,
  });
  const all = inOrder(numbersBy((number) => isInMarch(number) || number % 10 === 0 || number % 97 === 96));
  expect(await asked(`due=..2026-05-01&${sort}&size=20&total=exact`)).toMatchObject({
    numbers: all.slice(0, 20),
    total: all.length,
  });
});

test.each([
  ['due=2026-03-10..2026-03-31', isInMarch],
  ['due=2026-03-10..2026-03-31&f.group=lt:3', (number: number) => isInMarch(number) && number % 97 < 3],
  ['due=2026-03-03', (number: number) => number % 97 === 96],
  ['due=..2026-05-01', (number: number) => isInMarch(number) || number % 10 === 0 || number % 97 === 96],
] as const)('the records of many timers are grouped, each once: %s', async (due, is) => {
  const query = new URLSearchParams(`${due}&group=state&select=count,sum:number`);
  const { items } = await records.group(boss, 'job', query);
  const numbers = numbersBy(is);
  const sum = numbers.reduce((so_far, number) => so_far + number, 0);
  expect(items).toMatchObject([{ count: numbers.length, sum: { number: sum } }]);
});

test.each([
  ['due=2026-03-10..2026-03-31&sort=number', isInMarch],
  [
    'due=2026-04-01..2026-04-30&f.number=lt:700&sort=number',
    (number: number) => number > 0 && number % 10 === 0 && number < 700,
  ],
  ['due=2026-03-03&sort=number', (number: number) => number % 97 === 96],
  [
    'due=..2026-05-01&f.group=gt:48&sort=number',
    (number: number) => number % 97 > 48 && (isInMarch(number) || number % 10 === 0 || number % 97 === 96),
  ],
] as const)(
  'the records of many timers are exported, each once, in the order that is asked for: %s',
  async (due, is) => {
    const found: unknown[] = [];
    for await (const items of records.export(boss, 'job', new URLSearchParams(due), { named: false, most: null }))
      found.push(...items.map(({ number }) => number));
    expect(found).toEqual(numbersBy(is));
  },
);
