import { expect, test } from 'vitest';
import { compile } from '@ninefold/spec';
import { listCosts, type ListCost } from './list-costs.ts';
import { rowsAt } from './rows-at.ts';

const NOW = Date.parse('2026-03-05T12:00:00.000Z');
const ROWS = 1_000_000;

const specification = (more: string): string => `
ninefold: 1
entities:
  order:
    title: subject
    fields:
      subject: { type: string, required: true }
      channel: { type: choice, required: true, options: [web, phone, mail, shop] }
      rank: { type: integer${more} }
      owner: { type: reference, to: user, required: true }
screens:
  mine: { path: /mine, list: order, where: record.owner == user, sort: [rank] }
  ranks: { path: /ranks, list: order, where: record.rank > 4000, sort: [-created_at] }
  web: { path: /web, list: order, where: record.channel == "web", sort: [-created_at] }
  names: { path: /names, list: order, sort: [subject] }
roles:
  clerk: { order: { read: record.owner == user } }
  boss: { order: { read: true } }
`;

function applicationOf(yaml: string) {
  const { application } = compile([{ path: 'app.yaml', text: yaml }]);
  if (application === null) throw new Error('the specification has errors');
  return application;
}

async function costs(more = '', seed = 7): Promise<(screen: string, role: string) => ListCost> {
  const application = applicationOf(specification(more));
  const rows = rowsAt(application, { all: ROWS, entities: {} });
  const found = await listCosts({ model: application.model, rows, seed, now: NOW });
  return (screen, role) => {
    const cost = found.find((one) => one.screen.id === screen && one.role === role);
    if (!cost) throw new Error(`${screen} ${role}`);
    return cost;
  };
}

/** Whether a figure is so much, within a factor of two: it comes from a sample. */
function about(figure: number, wanted: number): boolean {
  return figure >= wanted / 2 && figure <= wanted * 2;
}

test('lists of a million rows cost what their indexes leave', { timeout: 60_000 }, async () => {
  const cost = await costs();
  const web = cost('web', 'boss');
  expect([web.page.entries + web.page.rows < 120, web.total.entries, web.foundIs]).toEqual([true, 10_001, 'at_least']);
  const names = cost('names', 'boss').page;
  expect(about(names.entries + names.rows, ROWS)).toBe(true); // names are sorted whatever their letters' case
  const mine = cost('mine', 'clerk');
  expect([about(mine.found, 1000), mine.total.rows]).toEqual([true, 0]); // a thousand users share them
  expect(about(mine.page.entries, 1000)).toBe(true);
  expect(mine.page.indexes.join()).toContain('order.owner');
});

test('values that may not be alike, and a list that its reader is refused', { timeout: 60_000 }, async () => {
  const { model } = applicationOf(`
ninefold: 1
entities:
  desk: { title: name, fields: { name: { type: string }, price: { type: integer }, of: { type: reference, to: user, unique: true } } }
screens:
  desks: { path: /desks, list: desk, sort: [-price] }
roles:
  boss: { desk: { read: true } }
  guest: { desk: { read: true, fields: { price: none } } }
`);
  const costs = await listCosts({ model, rows: { desk: 5000, user: 20 }, seed: 1, now: NOW });
  const refused = costs.filter(({ screen }) => screen.id === 'desks').map((cost) => [cost.role, cost.refused]);
  expect(Object.fromEntries(refused)).toMatchObject({ boss: null, guest: 'bad_parameter' });
});

test('a list of records with files is read as its reader reads it', { timeout: 60_000 }, async () => {
  const { model } = applicationOf(`
ninefold: 1
entities:
  bill: { title: name, fields: { name: { type: string }, scan: { type: file }, copies: { type: files, max: 3 } } }
screens:
  bills: { path: /bills, list: bill, columns: [name, scan, copies], sort: [name] }
roles:
  boss: { bill: { read: true } }
`);
  const costs = await listCosts({ model, rows: { bill: 5000, user: 20 }, seed: 1, now: NOW });
  const bills = costs.find(({ screen, role }) => screen.id === 'bills' && role === 'boss');
  expect([bills?.refused, bills && bills.page.rows > 0]).toEqual([null, true]);
});

test('the same seed says the same, another one nearly', { timeout: 60_000 }, async () => {
  const [one, same, other] = [await costs(), await costs(), await costs('', 8)];
  expect(same('ranks', 'boss')).toEqual(one('ranks', 'boss'));
  expect(about(other('ranks', 'boss').page.entries, one('ranks', 'boss').page.entries)).toBe(true);
});

test('entities have as many rows as they are told, else as their data files, users a thousand', () => {
  const application = applicationOf(specification(''));
  const data = [
    { path: 'data/order.csv', entity: 'order', kind: 'records', demo: false, rows: [{}, {}, {}] },
    { path: 'data/demo/user.csv', entity: 'user', kind: 'records', demo: true, rows: [{}] },
  ] as const;
  expect(rowsAt({ ...application, data }, { all: ROWS, entities: {} })).toMatchObject({ order: 3, user: 1000 });
  expect(rowsAt(application, { all: 10, entities: { order: 5 } })).toMatchObject({ order: 5, user: 10 });
});
