// What may be picked for a reference, and that nothing else of it is told to whoever may only refer to it.
import type { ListAnswer, OffersAnswer, ProblemAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: offers, languages: [en], currency: EUR }
entities:
  team: { title: name, key: name, tree: above, fields: { name: { type: string, required: true, unique: true }, above: { type: reference, to: team } } }
  part:
    title: "{{name}} ({{kind}})"
    pick: "!record.retired"
    fields:
      name: { type: string, required: true, search: true }
      kind: { type: choice, options: [cable, screen], required: true }
      retired: { type: boolean, default: false }
      cost: { type: money }
      maker: { type: string, search: true }
      team: { type: reference, to: team, required: true }
  order:
    title: name
    fields:
      name: { type: string, required: true }
      team: { type: reference, to: team }
      any: { type: reference, to: part }
      of_team: { type: reference, to: part, where: "option.team == record.team && !option.retired" }
      cheap: { type: reference, to: part, where: "option.cost < 5.00" }
      secret: { type: reference, to: part, where: "option.cost < 5.00" }
      lines: { type: lines, fields: { kind: { type: choice, options: [cable, screen] }, part: { type: reference, to: part, where: "option.kind == line.kind" } } }
states:
  order:
    initial: open
    states: { open: {}, sent: { final: true } }
    transitions:
      send: { from: open, to: sent, by: clerk, input: { of: { type: choice, options: [cable, screen] }, spare: { type: reference, to: part, where: "option.kind == input.of" } } }
      stop: { from: open, to: sent, by: boss, input: { spare: { type: reference, to: part } } }
roles:
  boss: { order: all, part: all, team: all, user: { read: true } }
  clerk:
    members: everyone
    order: { read: true, create: true, update: true, fields: { secret: none } }
    team: { refer: true }
    part: [{ refer: "record.name != 'hidden'" }, { read: "record.name == 'own screen'" }]
  administrator: { runtime: [users], order: all, part: all, team: all, user: { read: true, update: true, grant: [boss, clerk, administrator] } }
`;

const PARTS = `name,kind,retired,cost,maker,team
blue cable,cable,false,1.00,Acme,Ops
old cable,cable,true,1.00,Acme,Ops
wide screen,screen,false,90.00,Zeta,Ops
small screen,screen,false,3.00,Zeta,Help
own screen,screen,false,7.00,Zeta,Help
hidden,cable,false,1.00,Acme,Ops
`;

let desk: Desk;
let ada: Browser;
let boss: Browser;
beforeAll(async () => {
  desk = await startDesk({
    files: [
      { path: 'app.yaml', text: SPECIFICATION },
      { path: 'data/team.csv', text: 'name,above\nAll,\nOps,All\nHelp,All\nNight,Ops\n' },
      { path: 'data/part.csv', text: PARTS },
    ],
  });
  ada = await desk.signedIn('ada@example.com');
  boss = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());

const ask = async (path: string, query: Readonly<Record<string, string>> = {}, of = ada) =>
  of.call('GET', `/api/_offers/${path}?${new URLSearchParams(query).toString()}`);
const offered = async (path: string, query: Readonly<Record<string, string>> = {}, of = ada) =>
  (await ask(path, query, of)).json as OffersAnswer;
const titles = async (...given: Parameters<typeof offered>) =>
  (await offered(...given)).items.map(({ title = '' }) => title.replaceAll(/[\u{e000}-\u{f8ff}]/gu, '')).toSorted();
const codeOf = async (...given: Parameters<typeof ask>) => ((await ask(...given)).json as ProblemAnswer).code;
const teamId = async (name: string) =>
  ((await boss.call('GET', `/api/team?f.name=eq:${name}`)).json as ListAnswer).items[0]?.id ?? '';
const entered = (values: object) => ({ entered: JSON.stringify(values) });

test('the list of records gives whoever may refer to them only what they may read', async () => {
  const { items } = (await ada.call('GET', '/api/part')).json as ListAnswer;
  expect(items.map(({ name }) => name)).toEqual(['own screen']);
  expect((await ada.call('GET', '/api/team')).status).toBe(403);
});

test('a picker offers all that may be referred to and that its entity gives to be picked, by title', async () => {
  expect(await titles('part')).toHaveLength(4);
  expect(await titles('order.any')).toEqual(await titles('part'));
  expect(await titles('team')).toEqual(['All', 'Help', 'Night', 'Ops']);
  expect(await offered('team')).toMatchObject({ entity: 'team', total: 4, total_is: 'exact' });
});

test('of what may only be referred to it tells the title and its parts, of what may be read the record', async () => {
  const { items } = await offered('part');
  const names = items.map((item) => Object.keys(item).toSorted());
  expect(names.filter((one) => one.length === 4)).toEqual(
    Array.from({ length: 3 }, () => ['id', 'kind', 'name', 'title']),
  );
  expect(items.find(({ name }) => name === 'own screen')).toMatchObject({ cost: '7.00', maker: 'Zeta', version: 1 });
});

test('a search looks into what the person sees, and nowhere else', async () => {
  expect(await titles('part', { search: 'screen' })).toHaveLength(3);
  expect(await titles('part', { search: 'zeta' })).toHaveLength(1);
  expect(await titles('part', { search: 'acme' })).toEqual([]);
  expect(await titles('part', { search: 'hidden' })).toEqual([]);
  expect(await titles('part', { search: 'zeta' }, boss)).toHaveLength(3);
});

test('no other parameter asks about values', async () => {
  for (const query of [
    { 'f.cost': 'lt:5' },
    { where: 'record.cost < 5.00' },
    { sort: 'cost' },
    { select: 'cost' },
    { expand: 'team' },
  ])
    expect(await codeOf('part', query)).toBe('bad_parameter');
});

test('the condition of a reference is judged by the server, which sees everything', async () => {
  expect(await titles('order.cheap')).toHaveLength(3);
  const team = await teamId('Ops');
  const ofTeam = await titles('order.of_team', entered({ record: { team: { id: team } } }));
  expect(ofTeam.map((title) => title.split(' (')[0])).toEqual(['blue cable', 'wide screen']);
  expect(await titles('order.of_team', entered({ record: { team } }))).toEqual(ofTeam);
  expect(await titles('order.of_team', entered({ record: { team: null } }))).toEqual([]);
  expect(await titles('order.of_team')).toHaveLength(4);
});

test('lines and the form of a step are known by their paths', async () => {
  expect(await titles('order.lines.part', entered({ line: { kind: 'cable' } }))).toHaveLength(2);
  expect(await titles('order.send.input.spare', entered({ input: { of: 'screen' } }))).toHaveLength(3);
});

test('a record of a tree is not offered what stands below it', async () => {
  const ops = await teamId('Ops');
  expect(await titles('team.above', entered({ record: { id: ops } }), boss)).toEqual(['All', 'Help']);
});

test('what stands in the field already keeps its title, whatever the condition says now', async () => {
  const [old] = ((await boss.call('GET', '/api/part?f.name=eq:old cable')).json as ListAnswer).items;
  expect(await titles('part', { ids: old?.id ?? '' })).toEqual([]);
  expect(await titles('part', { chosen: old?.id ?? '' })).toHaveLength(1);
  const [hidden] = ((await boss.call('GET', '/api/part?f.name=eq:hidden')).json as ListAnswer).items;
  expect(await titles('part', { chosen: hidden?.id ?? '' })).toEqual([]);
});

test('what is closed to the person is as unknown as what there is not', async () => {
  for (const path of [
    'nothing',
    'order.nothing',
    'order.secret',
    'order.name',
    'order.lines.kind',
    'order.stop.input.spare',
    'order.send.input.of',
    'constructor',
    'order.constructor',
    'order.lines.constructor',
  ])
    expect([path, await codeOf(path)]).toEqual([path, 'not_found']);
  expect(await codeOf('user')).toBe('forbidden');
});

test('what is no form is refused', async () => {
  for (const text of ['1', '[]', '{', '{"record":1}', '{"user":{}}', '{"record":[]}'])
    expect([text, await codeOf('order.of_team', { entered: text })]).toEqual([text, 'bad_parameter']);
  for (const team of ['x', 1, true, [], {}, { id: 7 }, ['x']]) {
    const { status } = await ask('order.of_team', entered({ record: { team } }));
    expect([200, 400]).toContain(status);
  }
});

test('of people it offers those who can sign in, where the specification says nothing else; a list is filtered by anybody', async () => {
  const dan = await desk.signedIn('dan@example.com');
  const { items } = (await boss.call('GET', '/api/user?search=bo@')).json as ListAnswer;
  const bo = items[0]?.id ?? '';
  const named = async (query: Readonly<Record<string, string>>) =>
    (await offered('user', query, boss)).items.some(({ id }) => id === bo);
  const found = async () => [await named({}), await named({ all: 'true' }), await named({ chosen: bo })];
  expect(await found()).toEqual([true, true, true]);
  expect((await dan.call('PATCH', `/api/user/${bo}`, { body: { active: false } })).status).toBe(200);
  expect(await found()).toEqual([false, true, true]);
});
