// Also in the portable form: writes.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rightsFor } from '@ninefold/model';
import { expect, test } from 'vitest';
import { createRecords } from '../create-records.ts';
import { applicationOf } from '../testing/open-desk.ts';
import { openData } from '../../start/open-data.ts';
import { testPlace } from '../../testing/test-database.ts';
import type { ImportRow, ImportSource } from '../context/import-source.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const application = applicationOf(`ninefold: 1
purpose: { name: shelf, languages: [en] }
entities:
  book: { key: code, fields: { code: { type: string, required: true }, about: { type: text, max: 30000 } } }
roles:
  clerk: { book: all }
`);

const LONG = 20_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Rows as a file gives them, which are also asked how much is held between them. */
function source(from: number, to: number, held: number[]): ImportSource {
  async function* rows(): AsyncGenerator<ImportRow> {
    for (let row = 1; row <= to; row += 1) {
      if (row === from || row === to) {
        collect();
        held.push(process.memoryUsage().heapUsed);
      }
      yield {
        row,
        values: { code: `c${String(row)}`, about: `${String(row)} ${'x'.repeat(LONG)}` },
        id: null,
        problems: [],
        written: () => null,
      };
    }
  }
  const columns = ['code', 'about'].map((field) => ({ title: field, field, sample: '' }));
  return { encoding: 'utf-8', columns, fields: ['code', 'about'], ambiguous: [], rows };
}

test('nothing is held of the rows of an import', async () => {
  const place = await testPlace();
  const { database } = await openData(place, application, { demo: false, now: NOW, acceptLoss: [] }, () => undefined);
  const records = createRecords(database, application.model, () => NOW);
  const id = await records.addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: ['clerk'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  const caller = { me, rights: rightsFor(application.model, me.roles), via: 'import' } as const;
  const held: number[] = [];
  const done = await records.import(caller, 'book', {
    source: source(100, 400, held),
    options: { mode: 'all', match: null },
  });
  expect(done.created).toBe(400);
  const [first = 0, last = 0] = held;
  expect((last - first) / 300).toBeLessThan(LONG / 2); // bytes for each row: far less than one
  await database.close();
  await place.remove();
});
