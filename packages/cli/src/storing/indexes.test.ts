import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import { runNinefold } from '../testing/run-ninefold.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

const APP = `ninefold: 1
purpose: { name: shop, languages: [en] }
entities:
  order: { title: name, fields: { name: { type: string }, channel: { type: choice, options: [web, mail] } } }
`;
const NAME = 'order.channel.id.use';
let folder: string;

async function ninefold(...args: readonly string[]) {
  const run = runNinefold([...args, '--data', join(folder, 'stored')], { folder });
  const code = await run.exit;
  return { code, ...run.output() };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-indexes-'));
  writeFileSync(join(folder, 'app.yaml'), APP);
  await ninefold('migrate');
  const stored = new DatabaseSync(join(folder, 'stored/data.sqlite'));
  stored
    .prepare('INSERT INTO "_index" ("name", "entity", "parts") VALUES (?, ?, ?)')
    .run(NAME, 'order', JSON.stringify(['"channel"', '"id"']));
  stored.close();
});

interface Printed {
  readonly database: string;
  readonly indexes: readonly { readonly name: string; readonly origin: string; readonly state?: string }[];
}

async function own(): Promise<Printed['indexes'][number] | undefined> {
  const { out } = await ninefold('indexes', '--format', 'json');
  return (JSON.parse(out) as Printed).indexes.find(({ name }) => name === NAME);
}

test('indexes are shown with their reasons, in English and Japanese', async () => {
  const [en, ja] = [await ninefold('indexes'), await ninefold('indexes', '--language', 'ja')];
  expect([en.code, en.err, ja.code]).toEqual([0, '', 0]);
  expect(en.out).toMatch(/^order$/m);
  expect(en.out).toMatch(/^ {2}order\.id\.live +[\d,]+ kB {2}lists in the order of creation$/m);
  expect(en.out).toMatch(new RegExp(`^ {2}${NAME} +– {2}follows use, waits to be made$`, 'm'));
  expect(ja.out).toContain('利用状況から作成予定');
});

test('an operator has one made, pins and refuses it', async () => {
  for (const [flag, expected] of [
    ['--make', { state: 'made', pinned: false }],
    ['--pin', { state: 'made', pinned: true }],
    ['--refuse', { state: 'refused', pinned: false, bytes: null }],
  ] as const) {
    const { code, out } = await ninefold('indexes', flag, NAME);
    expect([flag, code, out.includes(NAME)]).toEqual([flag, 0, true]);
    expect(await own()).toMatchObject(expected);
  }
});

test('an index of the specification, an unknown one, and two words at once are refused', async () => {
  for (const name of ['order.id.live', 'nothing']) {
    const { code, err } = await ninefold('indexes', '--refuse', name);
    expect([code, err]).toEqual([1, expect.stringContaining(`There is no index ${name} that follows use.`)]);
  }
  const both = await ninefold('indexes', '--pin', NAME, '--make', NAME);
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('one of --pin, --make at a time')]);
});
