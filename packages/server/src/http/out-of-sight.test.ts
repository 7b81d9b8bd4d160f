// A record that a person may not see and one that is not there are one and the same to them, at every address and in every body.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordValue } from '@ninefold/model';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  note:
    title: subject
    key: code
    fields:
      code: { type: string, unique: true, max: 20 }
      subject: { type: string, required: true, max: 40 }
      owner: { type: reference, to: user, default: = user }
      room: { type: string }
      from: { type: date }
      to: { type: date }
      other: { type: reference, to: note }
      peers: { type: references, to: note }
    no_overlap: { from: from, to: to, per: [room] }
  part: { title: name, fields: { name: { type: string }, note: { type: reference, to: note, required: true } } }
states:
  note: { initial: open, states: { open: { kind: active }, done: { kind: done } }, transitions: { finish: { from: open, to: done, by: writer } } }
roles:
  writer:
    members: everyone
    note: { create: true, import: true, export: true, read: record.owner == user, update: record.owner == user, delete: record.owner == user, history: record.owner == user }
    user: { refer: true }
  boss: { note: all, part: all }
  administrator: { runtime: [users], user: { read: true, update: true, grant: [boss, administrator] } }
`;

let desk: Desk;
let ada: Browser;
/** The id of a record out of sight, and of none; keys likewise. */
const HIDDEN = { id: '', key: 'THEIRS' };
const MISSING = { id: '01890000-0000-7000-8000-000000000000', key: 'NEVER' };

beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  const bo = await desk.signedIn('bo@example.com');
  const cleo = await desk.signedIn('cleo@example.com');
  const theirs = { code: HIDDEN.key, subject: 'Bo writes', room: 'Attic', from: '2026-03-01', to: '2026-03-10' };
  HIDDEN.id = ((await bo.call('POST', '/api/note', { body: theirs })).json as RecordValue).id;
  await cleo.call('POST', '/api/part', { body: { name: 'holds it', note: HIDDEN.id } });
  ada = await desk.signedIn('ada@example.com');
  await ada.call('POST', '/api/note', { body: { code: 'MINE', subject: 'Ada writes' } });
});
afterAll(() => desk.close());

type Target = typeof HIDDEN;
interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_LINES = { 'content-type': 'application/jsonl' };
const named = (name: 'id' | 'key'): Readonly<Record<string, (target: Target) => Asked>> => ({
  read: (to) => ({ method: 'GET', url: `/api/note/${to[name]}` }),
  'read if it is new': (to) => ({ method: 'GET', url: `/api/note/${to[name]}`, headers: { 'if-none-match': '*' } }),
  change: (to) => ({ method: 'PATCH', url: `/api/note/${to[name]}`, body: { subject: 'x' } }),
  'change a version': (to) => ({
    ...{ method: 'PATCH', url: `/api/note/${to[name]}`, body: { subject: 'x' } },
    headers: { 'if-match': '"1"' },
  }),
  'change what nobody may': (to) => ({
    method: 'PATCH',
    url: `/api/note/${to[name]}`,
    body: { nothing: 1, subject: '' },
  }),
  delete: (to) => ({ method: 'DELETE', url: `/api/note/${to[name]}` }),
  restore: (to) => ({ method: 'POST', url: `/api/note/${to[name]}/restore` }),
  transition: (to) => ({ method: 'POST', url: `/api/note/${to[name]}/finish` }),
  history: (to) => ({ method: 'GET', url: `/api/note/${to[name]}/history` }),
  verdicts: (to) => ({ method: 'GET', url: `/_/may/note/${to[name]}` }),
  changes: (to) => ({ method: 'GET', url: `/_/changes/note/${to[name]}?since=1` }),
  presence: (to) => ({ method: 'GET', url: `/_/presence/note/${to[name]}` }),
  'sign of editing': (to) => ({ method: 'POST', url: `/_/presence/note/${to[name]}` }),
  'reference of a new record': (to) => ({ method: 'POST', url: '/api/note', body: { subject: 'a', other: to[name] } }),
  'references of a record': (to) => ({ method: 'PATCH', url: '/api/note/MINE', body: { peers: [to[name]] } }),
  'filter by a reference': (to) => ({ method: 'GET', url: `/api/note?f.other=eq:${to[name]}` }),
  'condition on a reference': (to) => ({
    ...{ method: 'GET' },
    url: `/api/note?where=${encodeURIComponent(`record.other.code == "${to[name]}"`)}`,
  }),
  ...Object.fromEntries(
    ['all', 'each', 'try'].flatMap((mode) =>
      (['update', 'delete', 'transition', 'restore'] as const).map((action): [string, (to: Target) => Asked] => [
        `${action} of many, ${mode}`,
        (to) => ({
          ...{ method: 'POST', url: '/api/note/bulk' },
          body: {
            ...{ action, mode, ids: [to[name]] },
            ...(action === 'update' ? { values: { subject: 'x' } } : {}),
            ...(action === 'transition' ? { transition: 'finish' } : {}),
          },
        }),
      ]),
    ),
  ),
  batch: (to) => ({
    ...{ method: 'POST', url: '/api/batch' },
    body: { writes: [{ action: 'update', entity: 'note', id: to[name], values: { subject: 'x' } }] },
  }),
});

/** What was answered, without what names the request and the record that it asked for. */
async function told({ method, url, ...sent }: Asked, target: Target): Promise<unknown> {
  const answer = await ada.call(method, url, sent);
  const text = answer.text
    .replaceAll(/"request_id":"[^"]+"/g, '')
    .replaceAll(/"held_ms":\d+/g, '"held_ms":0') // how long writing took, which no two calls have in common
    .replaceAll(target.id, '…')
    .replaceAll(target.key, '…');
  return [answer.status, answer.headers['etag'], answer.headers['content-type'], text];
}

const CALLS = (['id', 'key'] as const).flatMap((name) =>
  Object.entries(named(name)).map(([what, asked]) => [`${what}, by ${name}`, asked] as const),
);

test.each(CALLS)('%s', async (_, asked) => {
  const [hidden, missing] = [await told(asked(HIDDEN), HIDDEN), await told(asked(MISSING), MISSING)];
  expect(hidden).toEqual(missing);
  expect(desk.log).toEqual([]);
});

test.each(['id', 'code'])('an import that names the record by its %s', async (match) => {
  const row = (target: Target): string => JSON.stringify({ id: target.id, code: `${target.key}-2`, subject: 'x' });
  const asked = (target: Target): Asked => ({
    ...{ method: 'POST', url: `/api/note/import?mode=try&match=${match}` },
    body: `${row(target)}\n`,
    headers: JSON_LINES,
  });
  expect(await told(asked(HIDDEN), HIDDEN)).toEqual(await told(asked(MISSING), MISSING));
});

test('what cannot be because of a record out of sight does not name it', async () => {
  const taken = await ada.call('POST', '/api/note', { body: { code: HIDDEN.key, subject: 'a' } });
  const meets = { subject: 'a', room: 'Attic', from: '2026-03-05', to: '2026-03-06' };
  const overlapping = await ada.call('POST', '/api/note', { body: meets });
  expect([taken.status, overlapping.status]).toEqual([422, 422]);
  for (const { text } of [taken, overlapping])
    for (const secret of [HIDDEN.id, 'Bo writes', '2026-03-01', '2026-03-10', 'part'])
      expect(text).not.toContain(secret);
});

test('nothing of all that has changed the record', async () => {
  const cleo = await desk.signedIn('cleo@example.com');
  const record = (await cleo.call('GET', `/api/note/${HIDDEN.id}`)).json;
  expect(record).toMatchObject({ subject: 'Bo writes', version: 1, state: 'open' });
});
