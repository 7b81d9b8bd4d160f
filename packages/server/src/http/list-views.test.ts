// Views of lists: own ones, shared ones by a right, and never what their reader may not see.
import type { ListLook, ListView, ListViewsAnswer, ModelAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: things }
entities:
  thing:
    title: name
    fields:
      name: { type: string }
      size: { type: integer }
      secret: { type: string }
      kind: { type: choice, options: [old, new] }
screens:
  things: { path: /things, list: thing, roles: [member, boss], columns: [name, size] }
  all: { path: /all, list: thing, roles: [boss] }
  board: { path: /board, arrange: true, blocks: { all: { count: thing }, old: { count: thing, where: record.kind == "old", keep: true } } }
  fixed: { path: /fixed, blocks: { all: { count: thing } } }
  secret: { path: /secret, roles: [boss], arrange: true, blocks: { all: { count: thing } } }
roles:
  member: { members: everyone, thing: { read: true, fields: { secret: none } }, user: { refer: true } }
  boss: { thing: all, user: { refer: true }, runtime: [views] }
  administrator: { runtime: [users], user: { read: true, update: true, grant: [boss] } }
`;

const LOOK: ListLook = {
  columns: [
    { id: 'secret', width: 120 },
    { id: 'name', width: null },
  ],
  pinned: 2,
  height: 32,
  totals: true,
};
const VIEW = {
  screen: 'things',
  name: 'Secret ones',
  query: 'f.secret=eq%3Ax&f.size=gt%3A3&sort=-secret,name',
  look: LOOK,
};

let desk: Desk;
let member: Browser;
let boss: Browser;

beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  [member, boss] = [await desk.signedIn('ada@example.com'), await desk.signedIn('cleo@example.com')];
});
afterAll(() => desk.close());

const send = (browser: Browser, method: 'POST' | 'PATCH', url: string, body: unknown): Promise<Answer> =>
  browser.call(method, url, { body });
const viewsOf = async (browser: Browser): Promise<ListViewsAnswer> =>
  (await browser.call('GET', '/_/views')).json as ListViewsAnswer;

test('a view of one person is nobody else’s, and names no field that its reader may not read', async () => {
  const made = await send(member, 'POST', '/_/views', { ...VIEW, shared: false });
  expect([made.status, made.json]).toMatchObject([
    201,
    { query: 'f.size=gt%3A3&sort=name', look: { columns: [{ id: 'name' }], pinned: 2, height: 32 }, partial: true },
  ]);
  const { id } = made.json as ListView;
  expect((await viewsOf(member)).views).toEqual([made.json]);
  expect((await viewsOf(boss)).views).toEqual([]);
  for (const call of [
    send(boss, 'PATCH', `/_/views/${id}`, { name: 'Mine' }),
    boss.call('DELETE', `/_/views/${id}`),
    send(boss, 'POST', '/_/looks', { of: id, look: LOOK }),
  ])
    expect((await call).status).toBe(404);
  expect((await member.call('DELETE', `/_/views/${id}`)).status).toBe(204);
});

test('a view says that it names options which are gone, and is narrowed by those that are there', async () => {
  const made = async (query: string): Promise<unknown> => {
    const { json } = await send(member, 'POST', '/_/views', {
      ...VIEW,
      look: { ...LOOK, columns: null },
      query,
      shared: false,
    });
    await member.call('DELETE', `/_/views/${(json as ListView).id}`);
    return json;
  };
  expect(await made('f.kind=in%3Aold%2Cgone&sort=name')).toMatchObject({
    query: 'f.kind=in%3Aold&sort=name',
    partial: true,
  });
  expect(await made('f.kind=eq%3Agone&sort=name')).toMatchObject({ query: 'sort=name', partial: true });
  expect(await made('f.kind=in%3Aold%2Cnew&sort=name')).toMatchObject({ partial: false });
  expect(await made('sort=name&group=gone&folded=a')).toMatchObject({ query: 'sort=name', partial: true });
  const grouped = 'sort=name&group=kind&folded=old%2C';
  expect(await made(grouped)).toMatchObject({ query: grouped, partial: false });
});

test('a shared view is made, changed and deleted with the right to it, and narrowed for each reader', async () => {
  expect((await send(member, 'POST', '/_/views', { ...VIEW, shared: true })).json).toMatchObject({ code: 'forbidden' });
  const made = (await send(boss, 'POST', '/_/views', { ...VIEW, shared: true })).json as ListView;
  expect(made).toMatchObject({
    query: 'f.secret=eq%3Ax&f.size=gt%3A3&sort=-secret%2Cname',
    look: LOOK,
    partial: false,
  });
  const [seen] = (await viewsOf(member)).views;
  expect(seen).toMatchObject({ id: made.id, shared: true, partial: true, query: 'f.size=gt%3A3&sort=name' });
  for (const body of [{ name: 'Mine' }, { shared: false }, { query: '' }])
    expect((await send(member, 'PATCH', `/_/views/${made.id}`, body)).status).toBe(403);
  expect((await member.call('DELETE', `/_/views/${made.id}`)).status).toBe(403);
  const renamed = await send(boss, 'PATCH', `/_/views/${made.id}`, {
    version: 1,
    name: ' Big ones ',
    query: 'f.size=gt%3A9',
  });
  expect(renamed.json).toMatchObject({ name: 'Big ones', version: 2, query: 'f.size=gt%3A9', look: LOOK });
  expect((await send(boss, 'PATCH', `/_/views/${made.id}`, { version: 1, name: 'Old' })).json).toMatchObject({
    code: 'changed_meanwhile',
  });
  const all = (await send(boss, 'POST', '/_/views', { ...VIEW, screen: 'all', shared: true })).json as ListView;
  expect((await viewsOf(member)).views.map(({ name }) => name)).toEqual(['Big ones']);
  expect((await boss.call('DELETE', `/_/views/${all.id}`)).status).toBe(204);
  const own = await send(boss, 'PATCH', `/_/views/${made.id}`, { shared: false });
  expect(own.json).toMatchObject({ shared: false, version: 3 });
  expect((await viewsOf(member)).views).toEqual([]);
});

test('how somebody wants to see a list is kept for them, and comes with the model', async () => {
  expect((await send(member, 'POST', '/_/looks', { of: 'things', look: LOOK })).status).toBe(204);
  const again = await desk.signedIn('ada@example.com');
  const { lists } = (await again.call('GET', '/_/model')).json as ModelAnswer;
  expect(lists).toEqual({ views: [], looks: { things: LOOK }, arrangements: {} });
  expect((await viewsOf(boss)).looks).toEqual({});
  expect((await send(member, 'POST', '/_/looks', { of: 'things', look: null })).status).toBe(204);
  expect((await viewsOf(member)).looks).toEqual({});
});

test('how somebody wants the blocks of a screen is kept for them, where its author lets them', async () => {
  const post = (browser: Browser, screen: string, arrangement: unknown) =>
    send(browser, 'POST', '/_/arrangements', { screen, arrangement });
  const wanted = { order: ['old', 'all'], hidden: ['all'] };
  expect((await post(member, 'board', { order: ['old', 'gone', 'all', 'old'], hidden: ['all', 'gone'] })).status).toBe(
    204,
  );
  const { lists } = (await member.call('GET', '/_/model')).json as ModelAnswer;
  expect(lists).toEqual({ views: [], looks: {}, arrangements: { board: wanted } });
  expect((await viewsOf(boss)).arrangements).toEqual({});
  for (const screen of ['fixed', 'secret', 'things', 'nothing'])
    expect((await post(member, screen, wanted)).status).toBe(404);
  for (const wrong of [1, { order: 'old', hidden: [] }, { order: [1], hidden: [] }, { order: [] }])
    expect((await post(member, 'board', wrong)).json).toMatchObject({ errors: [{ path: 'arrangement' }] });
  expect((await post(member, 'board', null)).status).toBe(204);
  expect((await viewsOf(member)).arrangements).toEqual({});
});

test('what is no view and no look is refused', async () => {
  const post = async (body: unknown): Promise<unknown> => (await send(boss, 'POST', '/_/views', body)).json;
  for (const [changed, path] of [
    [{ screen: 'nothing' }, 'screen'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ query: 5 }, 'query'],
    [{ look: { ...LOOK, height: 41 } }, 'look'],
    [{ look: { ...LOOK, columns: [{ id: 'name', width: 5 }] } }, 'look'],
    [{ look: { ...LOOK, columns: [LOOK.columns?.[1], LOOK.columns?.[1]] } }, 'look'],
    [{ look: undefined }, 'look'],
  ] as const)
    expect(await post({ ...VIEW, shared: false, ...changed })).toMatchObject({ errors: [{ path }] });
  expect((await send(member, 'POST', '/_/looks', { of: 'all', look: LOOK })).status).toBe(404);
  expect((await send(member, 'POST', '/_/looks', { of: 'things', look: { height: 40 } })).status).toBe(422);
});
