// `search: true` of a field of lines: a search finds the record by what its lines show to its reader.
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../../storage/database/database.ts';
import type { Caller, Records } from '../context/records.ts';
import { createRecords } from '../create-records.ts';
import { migrate } from '../migrate.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const SPECIFICATION = `ninefold: 1
purpose: { name: orders, languages: [en] }
entities:
  article: { title: name, key: name, fields: { name: { type: string } } }
  order:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      plain: { type: boolean }
      shut: { type: boolean }
      rows:
        type: lines
        fields:
          word: { type: string, search: true }
          inner: { type: text, search: true, visible_when: line.word != "closed" || !record.shut }
          article: { type: reference, to: article }
          called: { type: string, search: true, computed: line.article.name }
      notes:
        type: lines
        visible_when: "!record.plain"
        fields: { said: { type: string, search: true } }
roles:
  boss: { order: all, article: all }
  clerk: { order: { read: true, fields: { notes: none } } }
  guest: { order: [{ read: true, fields: { rows: none, notes: none } }, { read: record.name == "B" }] }
`;

let db: Database;
let records: Records;
let people: Readonly<Record<'boss' | 'clerk' | 'guest', Caller>>;
beforeAll(async () => {
  db = await openTestDatabase();
  const { model } = applicationOf(SPECIFICATION);
  await migrate(db, model, [], { now: NOW });
  records = createRecords(db, model, () => NOW);
  const caller = async (role: string): Promise<Caller> => {
    const me = await records.me(
      await records.addUser({ name: role, email: `${role}@x.test`, language: null, roles: [role] }),
    );
    if (!me) throw new Error('nobody');
    return { me, rights: rightsFor(model, me.roles), via: 'screen' };
  };
  people = { boss: await caller('boss'), clerk: await caller('clerk'), guest: await caller('guest') };
  await records.create(people.boss, 'article', { name: 'Füllfeder' }, PLAIN);
  const rows = [
    { word: 'Cable', inner: 'blue\nbraid', article: 'Füllfeder' },
    { word: 'closed', inner: 'secret' },
  ];
  await records.create(people.boss, 'order', { name: 'A', rows, notes: [{ said: 'urgent' }] }, PLAIN);
  await records.update(people.boss, 'order', { idOrKey: 'A', body: { shut: true } }, PLAIN);
  await records.create(
    people.boss,
    'order',
    { name: 'B', rows: [{ word: '電線' }], notes: [{ said: 'later' }] },
    PLAIN,
  );
  await records.update(people.boss, 'order', { idOrKey: 'B', body: { plain: true } }, PLAIN);
});
afterAll(() => db.close());

async function found(who: keyof typeof people, search: string): Promise<string> {
  const { items } = await records.list(people[who], 'order', new URLSearchParams({ search, sort: 'name' }));
  return items.map(({ title }) => title).join();
}

test('a record is found by the texts of its lines, together with its own, until they change', async () => {
  const told: string[] = [];
  for (const text of ['cable', 'BRAID', 'fullfeder', '電線', 'urgent', 'a cable']) told.push(await found('boss', text));
  expect(told).toEqual(['A', 'A', 'A', 'B', 'A', 'A']);
  await records.update(people.boss, 'article', { idOrKey: 'Füllfeder', body: { name: 'Nib' } }, PLAIN);
  expect([await found('boss', 'fullfeder'), await found('boss', 'nib')]).toEqual(['', 'A']);
  await records.create(people.boss, 'order', { name: 'C', rows: [{ word: 'gone' }] }, PLAIN);
  expect(await found('boss', 'gone')).toBe('C');
  await records.update(people.boss, 'order', { idOrKey: 'C', body: { rows: [] } }, PLAIN);
  expect(await found('boss', 'gone')).toBe('');
});

test('what a line or its record hides, and lines that the reader may not read, find nothing', async () => {
  expect(await found('boss', 'secret')).toBe('');
  expect(await found('boss', 'later')).toBe('');
  expect([await found('clerk', 'cable'), await found('clerk', 'urgent')]).toEqual(['A', '']);
  expect([await found('guest', 'cable'), await found('guest', '電線'), await found('guest', 'B')]).toEqual([
    '',
    'B',
    'B',
  ]);
});

test('a start that searches other fields of lines writes what is searched again', async () => {
  const without = applicationOf(SPECIFICATION.replaceAll(/(?<=word: {[^}]*), search: true/g, '')).model;
  const { changes } = await migrate(db, without, [], { now: NOW });
  expect(changes.map(({ kind }) => kind)).toContain('search_rebuilt');
  expect([await found('boss', 'braid'), await found('boss', 'urgent'), await found('boss', 'A')]).toEqual([
    'A',
    'A',
    'A',
  ]);
  const stored = async () => db.snapshot((reader) => reader.all('SELECT "_search" FROM "order" ORDER BY "name"', []));
  const fewer = await stored();
  await migrate(db, applicationOf(SPECIFICATION).model, [], { now: NOW });
  const again = await stored();
  expect(fewer).not.toEqual(again);
  expect(again[0]).toEqual({ _search: 'a\ncable\nblue\nbraid\nnib\nclosed\nsecret\nurgent' });
  expect(await found('boss', 'cable')).toBe('A');
});
