// Also in the portable form: writes.
import { rightsFor } from '@ninefold/model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { ImportSource } from './context/import-source.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';
import { importSource } from './testing/values/import-source.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const { model } = applicationOf(`ninefold: 1
purpose: { name: parts, languages: [en] }
entities:
  item: { title: code, fields: { code: { type: string, required: true, unique: true }, size: { type: integer }, number: { type: sequence, pattern: 'I-{0000}' } } }
roles: { boss: { members: everyone, item: all } }
`);
const ROWS = 1600;
const SOURCE = importSource(Array.from({ length: ROWS }, (_, n) => ({ code: n % 100 === 7 ? '' : `c${String(n)}` })));
const WRITTEN = ROWS - ROWS / 100;

let db: Database;
let records: Records;
let who: Caller;
beforeEach(async () => {
  db = await openTestDatabase();
  await migrate(db, model, [], { now: NOW });
  records = createRecords(db, model, () => NOW);
  const me = await records.me(await records.addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: [] }));
  if (!me) throw new Error('nobody');
  who = { me, rights: rightsFor(model, me.roles), via: 'screen' };
});
afterEach(() => db.close());

/** The same rows; `before` runs in front of the row with this number. */
function interrupted(at: number, before: () => Promise<unknown>, source = SOURCE): ImportSource {
  const rows = async function* () {
    for await (const row of source.rows()) {
      if (row.row === at) await before();
      yield row;
    }
  };
  return { ...source, rows };
}

const sent = (source: ImportSource, mode: 'all' | 'each' | 'try', key: string | null, match = '') =>
  records.import(who, 'item', { source, options: { mode, match } }, key === null ? undefined : { key, request: 'r' });
const stored = async (): Promise<number> => (await records.count(who, 'item', null)).total;

test(
  'the rows that can be written are committed in parts, between which others write',
  { timeout: 60_000 },
  async () => {
    const other = (): Promise<unknown> => records.create(who, 'item', { code: 'between' }, PLAIN);
    const done = await sent(interrupted(ROWS - 1, other), 'each', null);
    expect(done).toMatchObject({
      rows: ROWS,
      created: WRITTEN,
      failed: ROWS / 100,
      problem_count: ROWS / 100,
      written: true,
    });
    expect(done.problems.map(({ row }) => row)).toEqual(Array.from({ length: ROWS / 100 }, (_, n) => n * 100 + 8));
    expect(await stored()).toBe(WRITTEN + 1);
    const last = await records.list(who, 'item', new URLSearchParams('sort=-number&size=1'));
    expect(last.items[0]?.['number']).toBe(`I-${String(WRITTEN + 1)}`);
  },
);

test(
  'an import of parts that breaks off goes on where it is sent again with its key',
  { timeout: 60_000 },
  async () => {
    const broken = interrupted(ROWS - 1, () => Promise.reject(new Error('broken off')));
    await expect(sent(broken, 'each', 'k')).rejects.toThrow('broken off');
    const before = await stored();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(WRITTEN);
    const done = await sent(SOURCE, 'each', 'k');
    expect(done).toMatchObject({ rows: ROWS, created: WRITTEN, failed: ROWS / 100 });
    expect(await stored()).toBe(WRITTEN);
    expect(await sent(SOURCE, 'each', 'k')).toEqual(done);
    expect(await stored()).toBe(WRITTEN);
  },
);

test(
  'a row about a record that an earlier row wrote is refused, whether or not the import was broken off between them',
  { timeout: 60_000 },
  async () => {
    const rows = Array.from({ length: ROWS }, (_, n) => ({ code: `c${String(n)}`, size: n }));
    const again = [7, 50, ROWS - 1].map((n) => ({ code: `c${String(n)}`, size: -1 }));
    const source = importSource([...rows, ...again]);
    const broken = interrupted(ROWS - 1, () => Promise.reject(new Error('broken off')), source);
    await expect(sent(broken, 'each', 'k', 'code')).rejects.toThrow('broken off');
    expect(await stored()).toBeGreaterThan(50);
    const done = await sent(source, 'each', 'k', 'code');
    expect(done).toMatchObject({ rows: ROWS + 3, created: ROWS, changed: 0, failed: 3 });
    expect(done.problems.map(({ code, params }) => [code, params['row']])).toEqual([
      ['repeated_row', 8],
      ['repeated_row', 51],
      ['repeated_row', ROWS],
    ]);
    expect(await db.read.all('SELECT "id" FROM "_once"', [])).toHaveLength(1);
  },
);

test(
  'every row or none is one transaction, and a trial says how long it holds others',
  { timeout: 60_000 },
  async () => {
    const broken = interrupted(ROWS - 1, () => Promise.reject(new Error('broken off')));
    await expect(sent(broken, 'all', 'k')).rejects.toThrow('broken off');
    expect((await sent(SOURCE, 'try', null)).held_ms).toBeGreaterThan(0);
    expect(await stored()).toBe(0);
  },
);
