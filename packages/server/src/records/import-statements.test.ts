// What an import asks of the database does not grow with each of its rows by a statement.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import type { Caller, Records } from './context/records.ts';
import { type Counted, openCounting } from './testing/counting.ts';
import { applicationOf } from './testing/open-desk.ts';
import { importSource } from './testing/values/import-source.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const { model } = applicationOf(`ninefold: 1
purpose: { name: parts, languages: [en] }
entities:
  group: { title: name, fields: { name: { type: string, required: true } } }
  part:
    title: name
    fields:
      name: { type: string, required: true }
      group: { type: reference, to: group }
      owner: { type: reference, to: user }
roles: { boss: { members: everyone, group: all, part: all, user: { refer: true } } }
`);

let db: Database;
let records: Records;
let who: Caller;
let counted: Counted;
beforeAll(async () => {
  ({ db, records, who, counted } = await openCounting(model, NOW));
});
afterAll(() => db.close());

async function askedBy(rows: number): Promise<number> {
  const before = counted.asked;
  const own = Array.from({ length: rows }, (_, n) => ({ name: `Part ${String(n)}`, group: 'G1', owner: 'ann@x.test' }));
  const done = await records.import(who, 'part', { source: importSource(own), options: { mode: 'all', match: '' } });
  if (done.created !== rows) throw new Error(JSON.stringify(done));
  return counted.asked - before;
}

test('rows with their history and what programs are told of them are sent several at a time', async () => {
  await records.import(who, 'group', { source: importSource([{ name: 'G1' }]), options: { mode: 'all', match: '' } });
  const [few, many] = [await askedBy(200), await askedBy(1200)];
  expect(many - few).toBeLessThan(1000 / 5);
});
