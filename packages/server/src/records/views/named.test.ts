// Whom a row names is found by an index, however many records there are.
import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../storage/database/database.ts';
import { type Sql, valuesOf } from '../../storage/sql/sql.ts';
import { openTestDatabase, TEST_DIALECT } from '../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import { applicationOf } from '../testing/open-desk.ts';
import { namedLookup } from './named.ts';

const { model } = applicationOf(`ninefold: 1
purpose: { name: shop, languages: [en, ja] }
entities:
  customer: { title: name, fields: { name: { type: string, required: true, translated: true } } }
  part: { title: "{{code}} {{size}}", fields: { code: { type: string }, size: { type: integer } } }
roles: { clerk: { members: everyone, customer: all, part: all, user: { refer: true, read: true } } }
`);

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
});
afterAll(() => db.close());

const lookup = (entity: string) => namedLookup({ model, dialect: db.dialect })(rightsFor(model, ['clerk']))(entity);

async function planOf(statement: Sql | null, ...args: readonly string[]): Promise<string> {
  if (statement === null) throw new Error('there is no such statement');
  const explained = { ...statement, text: `EXPLAIN QUERY PLAN ${statement.text}` };
  const rows = await db.read.all(explained, valuesOf(statement, { user: null } as never, args)); // no value of the caller is read
  return rows.map(({ detail }) => String(detail)).join('\n');
}

test.runIf(TEST_DIALECT === 'sqlite')(
  'an account by its address, and a record by its title, are looked up',
  async () => {
    expect(await planOf(lookup('user').byName, 'ann@x.test')).toContain('user.email.address');
    const byTitle = await planOf(lookup('customer').byTitleFound, 'Ann', '"616e6e"');
    expect(byTitle).toContain('VIRTUAL TABLE INDEX');
    expect(byTitle).not.toContain('SCAN t');
  },
);

test('a title that says more than the search looks into is not looked for there', () => {
  expect(lookup('part').byTitleFound).toBeNull();
});
