// `import: { states: true }` lets a file give new records their state, where a grant with it holds for them.
import type { HistoryEntry, ImportAnswer, ListAnswer, ProblemAnswer, RecordValue } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja], time_zone: UTC }
entities:
  ticket:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      team: { type: choice, options: [north, south], default: north }
      note: { type: string }
      solution: { type: string, required_when: record.state == "closed" }
      is_open: { type: boolean, computed: record.state != "closed" }
      open_tasks: { type: integer, computed: 'size(record.tasks.filter(t, t.state == "todo"))' }
      mood: { type: integer, default: 1 }
  task: { title: name, fields: { name: { type: string }, ticket: { type: reference, to: ticket, inverse: tasks } } }
  gauge: { title: name, key: name, fields: { name: { type: string }, level: { type: integer } } }
states:
  ticket:
    initial: fresh
    states: { fresh: { label: Fresh }, waiting: { label: Waiting }, closed: { label: Closed, final: true, locked: true } }
    transitions:
      create: { to: fresh, by: [boss, clerk, plain], when: filled(record.note), set: { note: = record.note + "!" }, create: { task: { name: made, ticket: = record } } }
      close: { from: [fresh, waiting], to: closed, by: boss }
      lapse: { from: waiting, to: fresh, after: = days(3) }
    reactions: { seen: { when: record.team == "south", create: { task: { name: seen, ticket: = record } } } }
  ticket.delivery: { initial: here, states: { here: { label: Here }, sent: { label: Sent }, back: { final: true } }, transitions: { send: { from: here, to: sent, by: boss }, bring: { from: sent, to: back, by: boss } } }
  task: { initial: todo, states: { todo: {}, done: { final: true } }, transitions: { finish: { from: todo, to: done, by: boss } } }
  gauge: { states: { low: {}, high: { kind: done } }, derived: [{ state: low, when: record.level < 5 }, { state: high }] }
rules:
  ticket: { fresh_only: { when: creating, check: record.mood < 9, at: mood, message: "Not at first." } }
roles:
  boss:
    ticket: { create: true, read: true, update: true, delete: true, history: true, export: true, import: { states: true } }
    task: { create: true, read: true, update: true, import: { states: true } }
    gauge: { create: true, read: true, update: true, import: true, export: true }
    user: { read: true }
  clerk:
    ticket:
      - { create: true, read: true, import: true, fields: { delivery: none } }
      - { import: { when: record.team == "north", states: true }, fields: { delivery: none } }
  plain: { ticket: { create: true, read: true, update: true, import: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss, clerk, plain] } }
`;
const FILES = [
  { path: 'app.yaml', text: SPECIFICATION },
  {
    path: 'locales/ja/app.json',
    text: JSON.stringify({ states: { ticket: { states: { closed: { label: '完了' } } } } }),
  },
];

let desk: Desk;
let cleo: Browser;
let ada: Browser;
let bo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: FILES });
  const dan = await desk.signedIn('dan@example.com');
  const users = ((await dan.call('GET', '/api/user')).json as ListAnswer).items;
  for (const [email, role] of [
    ['ada@example.com', 'clerk'],
    ['bo@example.com', 'plain'],
  ]) {
    const user = users.find((one) => one['email'] === email);
    await dan.call('PATCH', `/api/user/${user?.id ?? ''}`, { body: { roles: [role] } });
  }
  cleo = await desk.signedIn('cleo@example.com');
  ada = await desk.signedIn('ada@example.com');
  bo = await desk.signedIn('bo@example.com');
}, 60_000);
afterAll(() => desk.close());

async function sent(who: Browser, body: string, query = 'mode=all', entity = 'ticket') {
  const headers = { 'content-type': body.startsWith('{') ? 'application/jsonl' : 'text/csv' };
  const answer = await who.call('POST', `/api/${entity}/import?${query}`, { body, headers });
  return answer.json as ImportAnswer & ProblemAnswer;
}

async function ticket(name: string): Promise<RecordValue> {
  return (await cleo.call('GET', `/api/ticket/${encodeURIComponent(name)}`)).json as RecordValue;
}

const tasksOf = async (name: string): Promise<readonly unknown[]> =>
  ((await cleo.call('GET', `/api/task?f.ticket=eq:${(await ticket(name)).id}`)).json as ListAnswer).items.map(
    (task) => task['name'],
  );

test('a new record is in the state that its row gives, and nothing of a creation happens to it', async () => {
  const done = await sent(
    cleo,
    'name,state,delivery,solution,team,mood\nold,closed,sent,Cable,south,9\nlate,waiting,,,,\nplain,,,,,\n',
    'mode=each',
  );
  expect([done.created, done.problems.map(({ row, code }) => [row, code])]).toEqual([2, [[4, 'guard_failed']]]);
  const old = await ticket('old');
  expect(old).toMatchObject({ state: 'closed', state_final: true, delivery: 'sent', delivery_final: false });
  expect(old).toMatchObject({ is_open: false, note: null, mood: 9, open_tasks: 0, state_since: old.created_at });
  expect(await tasksOf('old')).toEqual([]);
  expect(await ticket('late')).toMatchObject({ state: 'waiting', delivery: 'here', is_open: true, team: null });
  const history = ((await cleo.call('GET', `/api/ticket/${old.id}/history`)).json as { items: HistoryEntry[] }).items;
  expect(history).toMatchObject([{ kind: 'create', transition: null, from: null, to: 'closed', via: 'import' }]);
});

test('its timers begin with the import, and what reads the state of others follows', async () => {
  const { id } = await ticket('late');
  const due = (await cleo.call('GET', `/api/ticket/${id}/due`)).json as {
    items: { transition: string; due: string }[];
  };
  expect(due.items).toMatchObject([{ transition: 'lapse', due: '2026-03-08T09:00:00.000Z' }]);
  const done = await sent(cleo, 'name,ticket,state\na,late,todo\nb,late,done\nc,late,\n', 'mode=all', 'task');
  expect(done).toMatchObject({ created: 3, failed: 0 });
  expect(await ticket('late')).toMatchObject({ open_tasks: 2 });
});

test('a row with a state that there is not, and one that would move a record, are refused at their place', async () => {
  const done = await sent(
    cleo,
    'name,state,delivery\nnew,closd,\nlate,closed,\nold,closed,back\nmore,waiting,lost\n',
    'mode=try',
  );
  expect(done.problems.map(({ row, column, code }) => [row, column, code])).toEqual([
    [2, 'state', 'bad_option'],
    [3, 'state', 'state_stays'],
    [4, 'delivery', 'state_stays'],
    [5, 'delivery', 'bad_option'],
  ]);
  expect(done.problems[0]?.message).toBe('“closd” is not an option of “State”. Did you mean “Closed”?');
  const unfit = await sent(cleo, 'name,state\nunsolved,closed\n', 'mode=try');
  expect(unfit.problems).toMatchObject([{ code: 'required', path: 'solution' }]);
});

test('files of an export say nothing new here, and bring the same states elsewhere', async () => {
  const other = await startDesk({ files: FILES });
  try {
    const there = await other.signedIn('cleo@example.com');
    for (const [format, query, lng] of [
      ['csv', '', 'en'],
      ['jsonl', '', 'en'],
      ['csv', '&for=people', 'ja'],
    ] as const) {
      const file = (await cleo.call('GET', `/api/ticket?format=${format}${query}&sort=name&lng=${lng}`)).text;
      const again = await sent(cleo, file, `mode=try&lng=${lng}`);
      expect([again.unchanged, again.failed]).toEqual([2, 0]);
      expect(again.columns.some(({ field }) => field === 'state')).toBe(true);
      const trial = await sent(there, file, `mode=try&lng=${lng}`);
      expect([trial.created, trial.problems]).toEqual([2, []]);
    }
    const file = (await cleo.call('GET', '/api/ticket?format=csv&sort=name')).text;
    expect(await sent(there, file)).toMatchObject({ created: 2, written: true });
    const items = ((await there.call('GET', '/api/ticket?sort=name')).json as ListAnswer).items;
    expect(items.map(({ title, state, ...rest }) => [title, state, rest['delivery']])).toEqual([
      ['late', 'waiting', 'here'],
      ['old', 'closed', 'sent'],
    ]);
  } finally {
    await other.close();
  }
});

test('who may not give states gives none: the column fills nothing, on no path', async () => {
  const done = await sent(bo, 'name,note,state,delivery\nfree,x,closed,sent\n');
  expect(done.columns.flatMap(({ field }) => field ?? [])).toEqual(['name', 'note']);
  expect(await ticket('free')).toMatchObject({ state: 'fresh', delivery: 'here', note: 'x!' });
  expect(await tasksOf('free')).toEqual(['made']);
  const named = await bo.call('POST', '/api/ticket/import?columns=name,state', {
    body: 'name,state\nx,closed\n',
    headers: { 'content-type': 'text/csv' },
  });
  expect(named.status).toBe(400);
  const posted = await cleo.call('POST', '/api/ticket', { body: { name: 'sent', note: 'x', state: 'waiting' } });
  expect([posted.status, (posted.json as ProblemAnswer).errors?.[0]?.path]).toEqual([422, 'state']);
});

test('whoever imports a record has fired `create`, unless its row gives the state', async () => {
  await sent(cleo, 'name,note,state\nfired,x,\nstood,x,waiting\n');
  const found = async (condition: string): Promise<readonly unknown[]> => {
    const where = encodeURIComponent(`record.name in ["fired", "stood"] && ${condition}`);
    return ((await cleo.call('GET', `/api/ticket?where=${where}`)).json as ListAnswer).items.map(({ title }) => title);
  };
  expect(await found('user in record.did.create')).toEqual(['fired']);
  expect(await found('size(record.did.create) == 0')).toEqual(['stood']);
});

test('states are given on the records of the grant alone, and none that is never read', async () => {
  const done = await sent(
    ada,
    'name,team,state,delivery,note\nmine,north,waiting,sent,\ntheirs,south,waiting,,\nother,south,,,x\n',
    'mode=each',
  );
  expect(done.columns.flatMap(({ field }) => field ?? [])).toEqual(['name', 'team', 'state', 'note']);
  expect(done.problems.map(({ row, code, params }) => [row, code, params['verb']])).toEqual([
    [3, 'forbidden', 'import_states'],
  ]);
  expect(await ticket('mine')).toMatchObject({ state: 'waiting', delivery: 'here' });
  expect(await ticket('other')).toMatchObject({ state: 'fresh' });
});

test('a derived state is worked out, whatever the file says', async () => {
  const done = await sent(cleo, 'name,level,state\none,7,low\n', 'mode=all', 'gauge');
  expect(done.columns.flatMap(({ field }) => field ?? [])).toEqual(['name', 'level']);
  const { items } = (await cleo.call('GET', '/api/gauge')).json as ListAnswer;
  expect(items).toMatchObject([{ title: 'one', state: 'high' }]);
});

test('the description of the API says which states a file may give, to whom they are open', async () => {
  type Described = { readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: object } }>> };
  const bodyOf = async (by: Browser, entity: string): Promise<string> => {
    const { paths } = (await by.call('GET', '/api/openapi.json')).json as Described; // as the route answers it
    return JSON.stringify(paths[`/api/${entity}/import`]?.post?.requestBody);
  };
  expect(await bodyOf(cleo, 'ticket')).toContain('States (`state`, `delivery`)');
  expect(await bodyOf(cleo, 'gauge')).not.toContain('States (');
  expect(await bodyOf(ada, 'ticket')).toContain('States (`state`)');
});
