// Also in the portable form: a migration locks with rows.
import { expect, test } from 'vitest';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { SQLITE } from '../sqlite/dialect.ts';
import { migrate } from '../../records/migrate.ts';
import { openTestDatabase, TEST_DIALECT } from '../../testing/test-database.ts';
import type { Dialect } from '../database/dialect.ts';
import { POSTGRES } from '../postgres/dialect/dialect.ts';
import { coveringName } from './covering-index.ts';
import { indexesOf } from './indexes.ts';

const { model } = applicationOf(`
ninefold: 1
entities:
  note:
    fields:
      owner: { type: reference, to: user, required: true }
      reader: { type: reference, to: user }
roles:
  writer:
    note: { read: record.owner == user, create: true }
`);

test('what a whole row condition compares leads to the newest rows in their order, so that a page is not sorted out of all of them', () => {
  const parts = indexesOf(model, SQLITE)
    .filter(({ table }) => table === 'note')
    .map(({ parts: columns }) => columns.join(' '));
  expect(parts).toContain('"owner" "trashed_at" "id"');
  expect(parts).toContain('"reader" "trashed_at"');
});

const { model: billing } = applicationOf(`
ninefold: 1
entities:
  category: { title: name, fields: { name: { type: string }, billable: { type: boolean } } }
  job:
    fields:
      name: { type: string }
      category: { type: reference, to: category }
      urgent: { type: boolean }
      surcharge: { type: integer, visible_when: record.urgent }
      cost: { type: integer, visible_when: record.category.billable && filled(record.surcharge) }
      owner: { type: reference, to: user }
      deputy: { type: reference, to: user }
roles:
  clerk:
    job: { read: 'record.owner == user || record.deputy == user && record.cost > 100' }
`);

test('an index by which a row condition finds its rows holds what decides whether the values it compares are visible', () => {
  const parts = indexesOf(billing, POSTGRES)
    .filter(({ table }) => table === 'job')
    .map(({ parts: columns }) => columns.join(' ').replaceAll('"', ''));
  expect(parts).toContain('owner trashed_at cost deputy category surcharge urgent');
});

const { model: shop } = applicationOf(`
ninefold: 1
purpose: { name: shop, currency: EUR, languages: [en] }
entities:
  team: { title: name, fields: { name: { type: string } } }
  user: { fields: { team: { type: reference, to: team } } }
  order:
    title: subject
    fields:
      subject: { type: string }
      details: { type: text }
      channel: { type: choice, options: [web, shop] }
      paid: { type: boolean }
      amount: { type: money }
      seller: { type: reference, to: user }
roles:
  seller: { order: { read: record.seller.team == user.team }, user: { refer: true } }
`);
const coveringOf = (dialect: Dialect): readonly string[] =>
  indexesOf(shop, dialect)
    .filter(({ name }) => name === coveringName('order'))
    .map(({ parts }) => parts.join(' ').replaceAll('"', ''));

test('whatever is short stands in one index, behind what a row condition compares, where a database gains by it', () => {
  expect(coveringOf(SQLITE)).toEqual(['_via.seller.team.text id channel paid amount seller created_at trashed_at']);
  expect(coveringOf(POSTGRES)).toEqual([]);
});

test.runIf(TEST_DIALECT === 'sqlite')('a total of any filters reads no row', async () => {
  const db = await openTestDatabase();
  await migrate(db, shop);
  const filtered = `"order" t WHERE t."trashed_at" IS NULL AND t."paid" = 1 AND t."channel" IN ('web') AND t."amount" > 5`;
  for (const rule of ['', ` AND t."_via.seller.team.text" = 'x'`]) {
    const plan = await db.read.all(`EXPLAIN QUERY PLAN SELECT count(*) FROM ${filtered}${rule}`, []);
    expect(plan.map(({ detail }) => String(detail)).join()).toContain('USING COVERING INDEX order.covering');
  }
  await db.close();
});
