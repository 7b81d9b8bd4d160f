import { rightsFor } from '@ninefold/model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../storage/database/database.ts';
import { migrate } from '../migrate.ts';
import { valuesOf } from '../../storage/sql/sql.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { scopeOf, type Context } from '../context/context.ts';
import { createRecords } from '../create-records.ts';
import type { Caller } from '../context/records.ts';
import { applicationOf, PLAIN } from '../testing/open-desk.ts';
import { planLoad } from './load.ts';
import { createViews } from '../views/views.ts';
import { treeOf } from './tree.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const { model } = applicationOf(`
ninefold: 1
purpose: { name: works, languages: [en], currency: EUR }
entities:
  kind: { title: name, key: name, fields: { name: { type: string, required: true, unique: true }, dear: { type: boolean }, most: { type: money }, grade: { type: integer } } }
  ticket:
    title: name
    fields:
      name: { type: string }
      kind: { type: reference, to: kind }
      colours: { type: choices, options: [red, green, blue] }
      people: { type: references, to: user }
      cost: { type: money, visible_when: record.kind.dear && record.kind.most > 5 && record.kind.grade > 900000000000000 }
      parts:
        type: lines
        fields:
          item: { type: string }
          count: { type: integer }
          price: { type: money }
          share: { type: number, scale: 6 }
          sent: { type: boolean }
          day: { type: date }
          colour: { type: choice, options: [red, green] }
          kind: { type: reference, to: kind }
roles:
  clerk: { members: everyone, ticket: all, kind: all, user: { read: true } }
  chief: { user: { read: true, update: true, grant: [chief] } }
`);

let db: Database;
let context: Context;
let caller: Caller;
beforeAll(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  context = { db, model, dialect: db.dialect, clock: () => NOW };
});
afterAll(() => db.close());

it('gives with the row itself what hangs on a record, exactly as it was written', async () => {
  const records = createRecords(db, model, () => NOW);
  const add = (name: string): Promise<string> =>
    records.addUser({ name, email: `${name}@x.test`, language: null, roles: [] });
  const [first, second] = [await add('first'), await add('second')];
  const me = await records.me(first);
  if (!me) throw new Error('nobody');
  caller = { me, rights: rightsFor(model, me.roles), via: 'screen' };
  const { id: kind } = await records.create(
    caller,
    'kind',
    { name: 'odd', dear: true, most: '5.01', grade: 999_999_999_999_999 },
    PLAIN,
  );
  const lines = [
    {
      ...{ item: 'a "quoted" \\ 名前 🜁', count: 999_999_999_999_999, price: '999999999999999.99' },
      ...{ share: '-0.000001', sent: true, day: '2026-02-28', colour: 'green', kind },
    },
    { item: null, count: null, price: null, share: null, sent: false, day: null, colour: null, kind: null },
    { item: 'last', count: -1, price: '-0.01', share: '900719925474.099301', sent: false, day: null, colour: 'red' },
  ];
  const lists = { colours: ['blue', 'red'], people: [second, first], cost: '7.00' };
  const full = await records.create(caller, 'ticket', { name: 'full', kind, ...lists, parts: lines }, PLAIN);
  const bare = await records.create(caller, 'ticket', { name: 'bare' }, PLAIN);

  const shown = await records.get(caller, 'ticket', full.id);
  expect(shown['cost']).toBe('7.00');
  expect(shown['colours']).toEqual(['blue', 'red']);
  expect(shown['people']).toEqual([
    { id: second, title: 'second' },
    { id: first, title: 'first' },
  ]);
  const parts = shown['parts'] as readonly Readonly<Record<string, unknown>>[];
  expect(parts).toMatchObject([{ ...lines[0], kind: { id: kind, title: 'odd' } }, lines[1] ?? {}, lines[2] ?? {}]);
  expect(await records.get(caller, 'ticket', bare.id)).toMatchObject({ colours: [], people: [], parts: [] });

  const entity = model.entities['ticket'];
  if (!entity) throw new Error('no ticket');
  const view = createViews(context).view(caller.rights, 'ticket');
  const scope = scopeOf(context, caller);
  let asked = 0;
  const counting = {
    dialect: db.dialect,
    all: (...args: Parameters<typeof db.read.all>) => ((asked += 1), db.read.all(...args)),
  };
  const rows = await db.read.all(
    `SELECT ${view.columns.text} FROM "ticket" t ORDER BY t."id"`,
    valuesOf(view.columns, scope),
  );
  const raw = await view.raw(counting, rows, scope);
  expect(asked).toBe(0);
  const names = ['kind.dear', 'kind.most', 'kind.grade', 'colours', 'people', 'parts.kind'];
  const loaded = await planLoad(context, entity, treeOf(model, entity, names)).load(db.read, [full.id, bare.id], scope);
  for (const draft of raw) expect(draft).toMatchObject(loaded.get(String(draft['id'])) ?? { missing: true });
});
