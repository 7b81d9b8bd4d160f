// What `via`, conditions of rights on fields, `history: false` and `import: { states: true }` say holds in every channel: files of all kinds, imports, open pages, backups.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportAnswer, ListAnswer, RecordValue, UploadAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backup } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { listenTo } from '../testing/live-reader.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import { testPlace } from '../testing/test-database.ts';
import { partsOf } from '../testing/zip-parts.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja] }
entities:
  order:
    title: name
    key: name
    fields: { name: { type: string, required: true, unique: true }, owner: { type: reference, to: user } }
  item:
    title: name
    key: name
    comments: true
    fields:
      name: { type: string, required: true, unique: true }
      order: { type: reference, to: order, inverse: items }
      open: { type: boolean, default: false }
      budget: { type: integer }
      hint: { type: string, search: true, translated: true }
      facts: { type: json }
      paper: { type: file }
      parts: { type: lines, fields: { what: { type: string }, scan: { type: file } } }
  reading:
    title: place
    key: place
    history: false
    fields: { place: { type: string, required: true, unique: true }, value: { type: integer } }
  ticket:
    title: name
    key: name
    fields: { name: { type: string, required: true, unique: true } }
states:
  ticket: { initial: fresh, states: { fresh: {}, closed: { final: true } }, transitions: { close: { from: fresh, to: closed, by: boss } } }
roles:
  writer:
    members: everyone
    order: { read: record.owner == user, update: record.owner == user, history: true, export: true, import: true }
    item:
      via: order
      fields:
        budget: { read: record.open }
        hint: { read: record.open, update: record.open }
        facts: { read: record.open, update: record.open }
        paper: { read: record.open, update: record.open }
        parts: { read: record.open, update: record.open }
    reading: { read: true }
    user: { refer: true }
  boss: { order: all, item: all, reading: all, ticket: [all, { import: { states: true } }], user: { read: true } }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;
const FILES = [{ path: 'app.yaml', text: SPECIFICATION }];
const BYTES = { 'content-type': 'application/octet-stream' };
const FORMATS = [
  ['csv', 'text/csv'],
  ['jsonl', 'application/jsonl'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
] as const;

let desk: Desk;
let ada: Browser;
let cleo: Browser;
const ids: Record<string, string> = {};
/** What nobody but the boss may learn, of each of these items. */
const wordsOf = (name: string): readonly string[] => [
  `zq${name}hint`,
  `zq${name}fact`,
  `zq${name}paper`,
  `zq${name}part`,
];
const BUDGET = 471_147;

async function uploaded(by: Browser, name: string): Promise<string> {
  const sent = { body: Buffer.from(`content of ${name}`), headers: BYTES };
  return ((await by.call('POST', `/api/_files?name=${name}.txt`, sent)).json as UploadAnswer).id;
}

async function make(entity: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await cleo.call('POST', `/api/${entity}`, { body });
  expect([body['name'], answer.status === 201 ? '' : answer.text]).toEqual([body['name'], '']);
  ids[String(body['name'])] = (answer.json as RecordValue).id;
}

beforeAll(async () => {
  desk = await startDesk({ files: FILES });
  [ada, cleo] = [await desk.signedIn('ada@example.com'), await desk.signedIn('cleo@example.com')];
  const { items } = (await cleo.call('GET', '/api/user?f.email=eq:ada@example.com')).json as ListAnswer;
  const [me] = items;
  await make('order', { name: 'mine', owner: me?.id });
  await make('order', { name: 'theirs' });
  for (const [name, order, open] of [
    ['seen', 'mine', true],
    ['shut', 'mine', false],
    ['away', 'theirs', true],
  ] as const) {
    const [hint = '', fact = '', paper = '', part = ''] = wordsOf(name);
    const files = [await uploaded(cleo, paper), await uploaded(cleo, part)];
    await make('item', {
      ...{ name, order: ids[order], open, budget: BUDGET, hint: { en: hint }, facts: { is: fact }, paper: files[0] },
      parts: [{ what: part, scan: files[1] }],
    });
    await cleo.call('POST', `/api/item/${ids[name] ?? ''}/comments`, { body: { text: `about ${name}` } });
  }
}, 60_000);
afterAll(() => desk.close());

/** All that an answer says, packed or not. */
function said({ bytes, text }: Answer): string {
  return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04' ? JSON.stringify(partsOf(bytes)) : text;
}

const CHANNELS = (): readonly string[] => [
  ...['/api/item', '/api/item?size=200&sort=name', '/api/item?group=open', '/_/comments?search=about', '/_/unread'],
  ...['csv', 'jsonl', 'xlsx', 'zip'].map((format) => `/api/item?format=${format}`),
  ...['csv', 'xlsx', 'zip'].map((format) => `/api/order/${ids['mine'] ?? ''}/items?format=${format}`),
  ...['mine', 'theirs'].map((order) => `/api/order/${ids[order] ?? ''}/items`),
  ...['seen', 'shut', 'away'].flatMap((name) => {
    const at = `/api/item/${ids[name] ?? ''}`;
    return [
      at,
      `${at}/history`,
      `${at}/comments`,
      `/_/changes/item/${ids[name] ?? ''}?since=0`,
      `/_/may/item/${ids[name] ?? ''}`,
    ];
  }),
  ...['shut', 'away'].flatMap((name) => [
    `/api/item?search=zq${name}hint`,
    `/api/item?where=record.hint == "zq${name}hint"`,
  ]),
];

/** What a reader is told who may not know it, by channel; and how much of what they may. */
async function leaks(by: Browser): Promise<readonly unknown[]> {
  const hidden = [...wordsOf('shut'), ...wordsOf('away'), 'about away'];
  const found: unknown[] = [];
  for (const channel of CHANNELS()) {
    const text = said(await by.call('GET', channel));
    // a list says the search that it was asked for
    const told = hidden.filter((word) => text.includes(word) && !channel.includes(word));
    if (told.length > 0) found.push([channel, told]);
  }
  return found;
}

test('what is away by `via` or shut by a condition of its field is in no channel, and what is open is in each file', async () => {
  expect(await leaks(ada)).toEqual([]);
  expect((await leaks(cleo)).length).toBeGreaterThan(10); // who may read it is told: the words would be found
  for (const format of ['csv', 'jsonl', 'xlsx', 'zip']) {
    const text = said(await ada.call('GET', `/api/item?format=${format}`));
    const shown = ['seen', 'shut', ...wordsOf('seen').slice(0, 2)].filter((word) => !text.includes(word));
    expect([format, shown, text.split(String(BUDGET)).length - 1]).toEqual([format, [], 1]);
  }
  for (const [name, status] of [
    ['seen', 200],
    ['shut', 404],
    ['away', 404],
  ] as const) {
    // prettier-ignore
    const { json } = await cleo.call('GET', `/api/item/${ids[name] ?? ''}`);
    const { paper, parts } = json as unknown as Record<'paper', { id: string }> & { parts: [{ scan: { id: string } }] };
    for (const at of [`paper/${paper.id}`, `parts.scan/${parts[0].scan.id}`])
      expect([name, at, (await ada.call('GET', `/api/item/${ids[name] ?? ''}/${at}`)).status]).toEqual([
        name,
        at,
        status,
      ]);
  }
});

test.each(FORMATS)('what comes back by %s changes nothing that its writer did not see', async (format, type) => {
  const all = async (): Promise<unknown> => {
    const { items } = (await cleo.call('GET', '/api/item?sort=name')).json as ListAnswer;
    return items.map(({ version: _v, changed_at: _at, changed_by: _by, ...item }) => item);
  };
  const before = await all();
  const { bytes } = await ada.call('GET', `/api/item?format=${format}`);
  const sent = { body: bytes, headers: { 'content-type': type } };
  const answer = (await ada.call('POST', '/api/item/import?mode=each', sent)).json as ImportAnswer;
  expect([answer.created, answer.failed, answer.problems]).toEqual([0, 0, []]);
  expect(await all()).toEqual(before);
});

test('an open page is told of what its reader may read, and without values', async () => {
  const address = await desk.app.listen({ host: '127.0.0.1', port: 0 });
  const [mine, boss] = [await listenTo(address, ada.cookies), await listenTo(address, cleo.cookies)];
  for (const name of ['away', 'shut', 'seen'])
    await cleo.call('PATCH', `/api/item/${ids[name] ?? ''}`, {
      body: { hint: { en: `zq${name}hint` }, budget: BUDGET + 1 },
    });
  await cleo.call('PATCH', `/api/item/${ids['seen'] ?? ''}`, { body: { budget: BUDGET } });
  const made = (await cleo.call('POST', '/api/reading', { body: { place: 'live', value: 5150 } })).json as RecordValue;
  await cleo.call('PATCH', `/api/reading/${made.id}`, { body: { value: 5151 } });
  const told = (reader: typeof mine): string => JSON.stringify(reader.events);
  for (const reader of [mine, boss]) await expect.poll(() => told(reader)).toContain(made.id);
  expect([told(boss).includes(ids['away'] ?? '-'), told(mine).includes(ids['away'] ?? '-')]).toEqual([true, false]);
  expect([told(mine).includes(ids['seen'] ?? '-'), told(mine).includes('zq')]).toEqual([true, false]);
  expect([told(mine).includes('5151'), told(boss).includes('zq')]).toEqual([false, false]);
  mine.close();
  boss.close();
});

const kept = async (at: Desk): Promise<number> =>
  (await at.database.read.all(`SELECT "id" FROM "_history" WHERE "entity" = 'reading'`, [])).length;

test.each(FORMATS)(
  'without a history nothing is kept of what comes by %s, and it comes back as it was',
  async (format, type) => {
    for (const [place, value] of [[`${format} 1`, 1], [`${format} 2`, null]] as const) // prettier-ignore
      await cleo.call('POST', '/api/reading', { body: { place, value } });
    const path = `/api/reading?format=${format}&where=starts_with(record.place, "${format}")`;
    const { bytes } = await cleo.call('GET', path);
    const list = async (): Promise<unknown> =>
      (
        (await cleo.call('GET', `/api/reading?sort=place&where=starts_with(record.place, "${format}")`))
          .json as ListAnswer
      ).items.map(({ place, value }) => [place, value]);
    const before = await list();
    const { items } = (await cleo.call('GET', `/api/reading?where=starts_with(record.place, "${format}")`))
      .json as ListAnswer;
    for (const { id } of items) await cleo.call('PATCH', `/api/reading/${id}`, { body: { value: 99 } });
    const sent = { body: bytes, headers: { 'content-type': type } };
    const answer = (await cleo.call('POST', '/api/reading/import?mode=all', sent)).json as ImportAnswer;
    expect([answer.created, answer.changed, answer.failed]).toEqual([0, 2, 0]);
    expect([await list(), await kept(desk)]).toEqual([before, 0]);
  },
);

test.each(FORMATS)('states come back by %s', async (format, type) => {
  for (const name of ['a', 'b']) await make('ticket', { name: `${format} ${name}` });
  await cleo.call('POST', `/api/ticket/${ids[`${format} a`] ?? ''}/close`, { body: {} });
  const { bytes } = await cleo.call('GET', `/api/ticket?format=${format}&where=starts_with(record.name, "${format}")`);
  const elsewhere = await startDesk({ files: FILES });
  try {
    const boss = await elsewhere.signedIn('cleo@example.com');
    const sent = { body: bytes, headers: { 'content-type': type } };
    const answer = (await boss.call('POST', '/api/ticket/import?mode=all', sent)).json as ImportAnswer;
    expect([answer.created, answer.failed, answer.problems]).toEqual([2, 0, []]);
    const { items } = (await boss.call('GET', '/api/ticket?sort=name')).json as ListAnswer;
    expect(items.map(({ name, state }) => [name, state])).toEqual([
      [`${format} a`, 'closed'],
      [`${format} b`, 'fresh'],
    ]);
  } finally {
    await elsewhere.close();
  }
});

test('all of it holds after a backup and a restore', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-narrowed-'));
  const file = join(folder, 'a.backup');
  const parts = { log: (): void => undefined };
  const now = '2026-03-05T12:00:00.000Z';
  await backup(desk.place, file, { version: '9.9', at: now, ...parts });
  const place = await testPlace();
  await restore(place, file, { replace: false, application: null, now, ...parts });
  rmSync(folder, { recursive: true });
  const again = await startDesk({ files: FILES, accounts: false, place });
  try {
    const [adaAgain, cleoAgain] = [await again.signedIn('ada@example.com'), await again.signedIn('cleo@example.com')];
    expect(await leaks(adaAgain)).toEqual([]);
    const paths = ['/api/item?sort=name', '/api/reading?sort=place', '/api/order?sort=name'];
    const asked = [
      ...paths.map((path) => [ada, adaAgain, path] as const),
      [cleo, cleoAgain, '/api/ticket?sort=name'],
    ] as const;
    for (const [before, after, path] of [...asked, ...paths.map((path) => [cleo, cleoAgain, path] as const)])
      expect([path, (await after.call('GET', path)).json]).toEqual([path, (await before.call('GET', path)).json]);
    const { items } = (await cleoAgain.call('GET', '/api/reading?size=1')).json as ListAnswer;
    await cleoAgain.call('PATCH', `/api/reading/${items[0]?.id ?? ''}`, { body: { value: 3 } });
    expect(await kept(again)).toBe(0);
  } finally {
    await again.close();
  }
});
