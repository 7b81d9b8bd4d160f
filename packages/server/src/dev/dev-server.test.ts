import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSpecification } from '../specification/load-specification.ts';
import { openData } from '../start/open-data.ts';
import { startDevServer, type DevServer } from './dev-server.ts';

const GOOD = `ninefold: 1
purpose: { name: notes }
entities:
  note:
    fields:
      title: { type: string, required: true }
      size: { type: integer }
`;

let folder: string;
let server: DevServer;

function write(text: string, path = 'app.yaml'): void {
  writeFileSync(join(folder, 'spec', path), text);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-dev-'));
  mkdirSync(join(folder, 'spec/data/demo'), { recursive: true });
  write('email,name,roles\nann@example.test,Ann,administrator\n', 'data/demo/user.csv');
  server = await startDevServer({
    folder: join(folder, 'spec'),
    data: join(folder, 'data'),
    ...{ database: null, host: '127.0.0.1', port: 0, demo: true, web: 'none', webLocales: null, errorsDsn: null },
    acceptLoss: [],
    log: () => undefined,
    describe: (trouble) => {
      const named = 'changes' in trouble ? trouble.changes.map(({ name }) => name).join() : '';
      const text = 'issues' in trouble ? trouble.issues.map(({ id }) => id).join() : named;
      return { en: { title: 'broken', text } };
    },
  });
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser with cookies, as far as it is needed here. */
function visitor() {
  const cookies = new Map<string, string>();
  return async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const answer = await fetch(server.address + path, {
      method,
      headers: {
        accept: 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('notes_xsrf') ?? '',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, json: (await answer.json().catch(() => null)) as Record<string, unknown> };
  };
}

async function signedIn() {
  const state = await server.refresh();
  const call = visitor();
  await call('/_/session');
  const answer = await call('/_/session', { demo: state.demoAccounts[0]?.id });
  expect(answer.status).toBeLessThan(300);
  return call;
}

/** Notes that are put away at a moment, to `state`. */
const putAway = (state: string): string => `${GOOD}      until: { type: datetime }
states:
  note:
    initial: open
    states: { open: {}, ${state}: { final: true } }
    transitions: { put_away: { from: open, to: ${state}, at: record.until } }
roles: { administrator: { note: all } }
`;

test('what is due happens by itself, by the version that is served', async () => {
  write(putAway('away'));
  const call = await signedIn();
  const stateOf = async (title: string) => {
    const made = await call('/api/note', { title, until: '2026-01-01T00:00:00Z' });
    expect(made.status).toBe(201);
    const read = async () => (await call(`/api/note/${String(made.json['id'])}`)).json['state'];
    return expect.poll(read);
  };
  await (await stateOf('First')).toBe('away');
  write(putAway('gone'));
  expect((await server.refresh()).trouble).toMatchObject({ changes: [{}] });
  await (await stateOf('Second')).toBe('away'); // the last good version goes on
  write(putAway('away').replace('put_away', 'lay_aside'));
  expect((await server.refresh()).trouble).toBeNull();
  await (await stateOf('Third')).toBe('away');
});

test('a changed model is served at once; who is signed in stays, and so do the records', async () => {
  write(GOOD);
  const call = await signedIn();
  expect((await call('/api/note', { title: 'one' })).status).toBe(201);
  write(GOOD.replace('size:', 'weight:'));
  expect(await server.refresh()).toMatchObject({ trouble: null, changed: true });
  write(GOOD.replace('size:', 'weight:'));
  expect(await server.refresh()).toMatchObject({ trouble: null, changed: false });
  expect((await call('/api/note', { title: 'two', weight: 5 })).status).toBe(201);
  expect((await call('/api/note', { title: 'three', size: 5 })).status).toBe(422);
  expect((await call('/api/note')).json['items'] ?? (await call('/api/note')).json).toHaveLength(2);
});

test('while the files are broken the last good version answers, and the pages are told', async () => {
  write(GOOD);
  const call = await signedIn();
  const told = await announcements();
  expect(await told.next()).toMatchObject({ trouble: null });
  write(GOOD.replace('integer', 'integr'));
  const state = await server.refresh();
  expect(state.trouble).toMatchObject({ issues: [{ id: 'NF0110', line: 7 }] });
  expect(await told.next()).toMatchObject({ trouble: { en: { text: 'NF0110' } } });
  expect((await call('/api/note', { title: 'one', size: 1 })).status).toBe(201);
  write(GOOD);
  await server.refresh();
  expect(await told.next()).toMatchObject({ trouble: null });
});

test('a change that would lose data is said, and the version before goes on', async () => {
  write(GOOD);
  const call = await signedIn();
  await call('/api/note', { title: 'one', size: 1 });
  write(GOOD.replace(/ +size.*\n/, ''));
  const lost = { kind: 'field_gone', name: 'note.size', rows: 1, verdict: 'open' };
  expect((await server.refresh()).trouble).toMatchObject({ changes: [lost] });
  expect((await call('/api/note', { title: 'two', size: 2 })).status).toBe(201);
});

test('nothing that can be read yet is a page that waits; the first good version is served', async () => {
  write('ninefold: 1\nentities: [\n');
  expect(await server.refresh()).toMatchObject({ application: null });
  const page = await fetch(server.address);
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('/_/dev/client.js')]);
  write(GOOD);
  expect((await server.refresh()).application?.model.name).toBe('notes');
  expect((await visitor()('/_/session')).status).toBe(200);
});

test('a program learns at a malformed address that it is one, a browser that no page is there', async () => {
  write(GOOD);
  await server.refresh();
  const ask = (accept: string) => fetch(`${server.address}/%`, { headers: { accept } });
  expect((await ask('application/json')).status).toBe(400);
  expect((await ask('text/html')).status).toBe(404);
});

test('an address that others reach is refused', async () => {
  const settings = {
    ...{ folder, data: null, database: null, port: 0, demo: false, web: 'none', webLocales: null },
  } as const;
  const more = { errorsDsn: null, acceptLoss: [], log: () => undefined, describe: () => ({}) };
  await expect(startDevServer({ ...settings, ...more, host: '0.0.0.0' })).rejects.toThrow('127.0.0.1');
});

/** The events that an open page gets, in their order. */
async function announcements() {
  const reader = (await fetch(`${server.address}/_/dev/events`)).body?.getReader();
  return {
    async next(): Promise<unknown> {
      const { value } = (await reader?.read()) ?? {};
      return JSON.parse(new TextDecoder().decode(value).replace(/^data: /, '')) as unknown;
    },
  };
}

test('what waits for stored data goes on once another process has brought it to the files', async () => {
  const adopted = async (text: string, acceptLoss: readonly string[]): Promise<void> => {
    write(text);
    const { application } = await loadSpecification(join(folder, 'spec'));
    if (application === null) throw new Error('the specification is broken');
    const place = { data: join(folder, 'data'), database: null };
    const options = { demo: false, now: '2026-03-05T12:00:00.000Z', acceptLoss };
    const { database } = await openData(place, application, options, () => undefined);
    await database.close();
  };
  write('id,title,size\nn1,one,1\n', 'data/note.csv');
  await adopted(GOOD, []);
  rmSync(join(folder, 'spec/data/note.csv'));
  write(GOOD.replace(/ +size.*\n/, ''));
  expect((await server.refresh()).trouble).toMatchObject({ changes: [{ name: 'note.size', verdict: 'open' }] });
  expect(await server.canFollow()).toBe(false);
  await adopted(GOOD.replace(/ +size.*\n/, ''), ['note.size']);
  expect([await server.canFollow(), await server.canFollow()]).toEqual([true, false]);
  expect(await server.refresh()).toMatchObject({ trouble: null, changed: true });
  expect(await server.canFollow()).toBe(false);
});

test('rows that people changed are kept, and told, when a data file is saved', async () => {
  const rows = (size: number) => write(`id,title,size\nn1,one,${String(size)}\n`, 'data/note.csv');
  write(GOOD);
  rows(1);
  const call = await signedIn();
  const list = (await call('/api/note')).json['items'] as readonly { readonly id: string }[];
  expect((await call(`/api/note/${list[0]?.id ?? ''}`, { size: 7 }, 'PATCH')).status).toBe(200);
  rows(2);
  const state = await server.refresh();
  expect(state).toMatchObject({
    trouble: null,
    data: { conflicts: [{ file: 'data/note.csv', row: 2, isTaken: false }] },
  });
  expect((await call(`/api/note/${list[0]?.id ?? ''}`)).json).toMatchObject({ size: 7 });
});
