import { expect, test } from 'vitest';
import {
  add,
  aside,
  bring,
  columns,
  db,
  openShelfForEachTest,
  refusalOf,
  rows,
  shelf,
  values,
} from './testing/shelf.ts';

openShelfForEachTest();

const LENT = '  club: { fields: { place: { type: string } } }\n  band: { fields: { place: { type: string } } }\n';
const lent = (to: string, more = '', { id = 'lent', entities = LENT } = {}): string =>
  shelf(`      ${id}: { type: reference, to: ${to}${more} }`, entities);
const named = async () =>
  (await columns('book')).filter((name) => name.includes('lent') || name.includes('given')).toSorted();

test('a reference becomes one to several entities and back, and keeps its records', async () => {
  await bring(lent('club'));
  await add('club', { id: 'c' });
  await add('book', { id: 'b', name: 'Emma', lent: 'c' });
  await bring(lent('[band, club]'));
  expect(await named()).toEqual(['lent.band', 'lent.club']);
  expect([await values('lent.club'), await values('lent.band')]).toEqual([['c'], [null]]);
  await bring(lent('[club, user, band]'));
  expect(await values('lent.club')).toEqual(['c']);
  await bring(lent('[user, band]', ', dropped: [club]'));
  expect(await aside()).toEqual(['book.lent.club | book | lent.club | b | c']);
  await bring(lent('band'));
  expect(await named()).toEqual(['lent']);
});

test('an entity that goes from it stops the start while records are referred to', async () => {
  await bring(lent('[band, club]'));
  await add('club', { id: 'c' });
  await add('book', { id: 'b', name: 'Emma', 'lent.club': 'c' });
  expect((await refusalOf(lent('band'))).changes).toMatchObject([
    { kind: 'field_renamed' },
    { kind: 'field_gone', name: 'book.lent.club', rows: 1, verdict: 'open' },
  ]);
  await bring(lent('club'));
  expect(await values('lent')).toEqual(['c']);
});

test('it is renamed as a whole, and follows an entity that is', async () => {
  await bring(lent('[band, club]'));
  await add('club', { id: 'c' });
  await add('book', { id: 'b', name: 'Emma', 'lent.club': 'c' });
  const entities = LENT.replace('club: { fields', 'circle: { was: club, fields');
  await bring(lent('[band, circle]', ', was: lent', { id: 'given', entities }));
  expect([await named(), await values('given.circle')]).toEqual([['given.band', 'given.circle'], ['c']]);
});

test('in lines it becomes one to several entities and back, is renamed as a whole, and an entity goes with consent', async () => {
  const lines = (field: string): string => shelf(`      parts: { type: lines, fields: { ${field} } }`, LENT);
  const row = async (): Promise<Readonly<Record<string, unknown>> | undefined> =>
    (await rows('SELECT * FROM "book.parts"'))[0];
  await bring(lines('lent: { type: reference, to: club }'));
  await add('club', { id: 'c' });
  await add('book', { id: 'b', name: 'Emma' });
  await db.write(
    async (tx) =>
      void (await tx.run(
        `INSERT INTO "book.parts" ("id", "record", "position", "lent") VALUES ('p', 'b', 1, 'c')`,
        [],
      )),
  );
  await bring(lines('lent: { type: reference, to: [band, club] }'));
  expect(await row()).toMatchObject({ 'lent.club': 'c', 'lent.band': null });
  await bring(lines('given: { type: reference, to: [club, user], was: lent }'));
  expect(await row()).toMatchObject({ 'given.club': 'c', 'given.user': null });
  const narrowed = lines('given: { type: reference, to: [band, user] }');
  expect((await refusalOf(narrowed)).changes).toMatchObject([
    { kind: 'field_added' },
    { kind: 'field_gone', name: 'book.parts.given.club', rows: 1, verdict: 'open' },
  ]);
  await bring(lines('given: { type: reference, to: club }'));
  expect(await row()).toMatchObject({ given: 'c' });
  await bring(lines('given: { type: reference, to: [club, user] }'));
  await bring(lines('given: { type: reference, to: [band, user], dropped: [club] }'));
  expect(await aside()).toEqual(['book.parts.given.club | book.parts | given.club | p | c']);
});

const read = (to: string, more = '', { id = 'read', entities = LENT } = {}): string =>
  shelf(`      ${id}: { type: references, to: ${to}${more} }`, entities);
const link = (table: string, value: string) =>
  db.write(
    async (tx) =>
      void (await tx.run(`INSERT INTO "${table}" ("record", "value", "position") VALUES ('b', '${value}', 1)`, [])),
  );
const linked = async (table: string) =>
  (await rows(`SELECT "record", "value" FROM "${table}"`)).map(({ record, value }) => `${record} ${value}`);

test('references become those to several entities and back, follow renamings, and keep their records', async () => {
  await bring(read('club'));
  await add('club', { id: 'c' });
  await add('book', { id: 'b', name: 'Emma' });
  await link('book.read', 'c');
  await bring(read('[band, club]'));
  expect([await linked('book.read.club'), await linked('book.read.band')]).toEqual([['b c'], []]);
  expect(await columns('book.read')).toEqual([]);
  const entities = LENT.replace('club: { fields', 'circle: { was: club, fields');
  await bring(read('[user, circle]', ', was: read', { id: 'seen', entities }));
  expect(await linked('book.seen.circle')).toEqual(['b c']);
  const after = LENT.replace('club: {', 'circle: {');
  expect((await refusalOf(read('[user, band]', '', { id: 'seen', entities: after }))).changes).toMatchObject([
    { kind: 'field_added' },
    { kind: 'field_gone', name: 'book.seen.circle', rows: 1, verdict: 'open' },
  ]);
  await bring(read('circle', '', { id: 'seen', entities: after }));
  expect(await linked('book.seen')).toEqual(['b c']);
  await bring(read('[circle, user]', '', { id: 'seen', entities: after }));
  await bring(read('[user, band]', ', dropped: [circle]', { id: 'seen', entities: after }));
  expect((await aside()).filter((row) => row.includes('| value |'))).toEqual([
    'book.seen.circle | book.seen.circle | value | b#1 | c',
  ]);
});
