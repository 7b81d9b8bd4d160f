import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '../http/answers/problem.ts';
import type { Database } from '../storage/database/database.ts';
import { migrate } from './migrate.ts';
import { openPlace, testPlace, type TestPlace } from '../testing/test-database.ts';
import { createRecords } from './create-records.ts';
import type { Caller } from './context/records.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const YAML = `
ninefold: 1
purpose: { name: slow, languages: [en], currency: EUR, time_zone: UTC }
entities:
  user: { title: "{{name}}" }
  order:
    title: "{{name}}"
    fields:
      name: { type: string }
      lines: { type: lines, fields: { qty: { type: integer } } }
roles:
  boss: { members: everyone, order: all, user: { read: true } }
`;
/** Pairs of lines: what takes several times as long as a statement may here. */
const LINES = 600;
const MS = 40;
/** Within the static bounds: two levels of lists. */
const SLOW = 'record.lines.exists(a, record.lines.exists(b, a.qty * b.qty + a.qty < 0))';

const { model } = applicationOf(YAML);
let place: TestPlace;
let db: Database;
let hurried: Database;
let caller: Caller;
const records = (on: Database) => createRecords(on, model, () => '2026-03-05T12:00:00.000Z');
beforeAll(async () => {
  place = await testPlace();
  db = await openPlace(place);
  await migrate(db, model);
  const id = await records(db).addUser({ name: 'Ada', email: 'ada@desk.test', language: null, roles: [] });
  const me = await records(db).me(id);
  if (!me) throw new Error('nobody');
  caller = { me, rights: rightsFor(model, ['boss']), via: 'screen' };
  const lines = Array.from({ length: LINES }, (_, qty) => ({ qty }));
  await records(db).create(caller, 'order', { name: 'long', lines }, PLAIN);
  hurried = await openPlace(place, { ms: MS });
});
afterAll(async () => {
  await hurried.close();
  await db.close();
  await place.remove();
});

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (reason: unknown) => refusalOf(reason).code,
  );
const list = (where: string) => records(hurried).list(caller, 'order', new URLSearchParams({ where }));

test.each([SLOW, `!(${SLOW})`, `size(record.lines.filter(l, ${SLOW})) > 0`])(
  'a condition that takes too long is given up: %s',
  async (where) => {
    const found = await code(list(where));
    expect(['took_too_long', 'where_too_large']).toContain(found);
    expect(found === 'where_too_large').toBe(where.startsWith('size'));
  },
);

test('so is the choice of what is changed together, and the next one is answered', async () => {
  const change = {
    action: 'update',
    values: { name: 'x' },
    list: { query: new URLSearchParams({ where: SLOW }).toString(), count: 1 },
  };
  expect(await code(records(hurried).bulk(caller, 'order', change, undefined))).toBe('took_too_long');
  expect(
    (await records(db).list(caller, 'order', new URLSearchParams({ where: 'record.name == "long"' }))).items,
  ).toHaveLength(1);
});
