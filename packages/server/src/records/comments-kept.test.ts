// What was said stays with its record through new versions of a specification, through data files and through writers beside each other.
import { rightsFor, type CommentAnswer } from '@ninefold/model';
import { compile, type Application } from '@ninefold/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadData } from '../data/load-data.ts';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { PLAIN } from './testing/open-desk.ts';

const NOW = '2026-03-05T12:00:00.000Z';

/** A specification with one entity of this id. */
function app(entity: string, more: string, files: Readonly<Record<string, string>> = {}): Application {
  const yaml = `ninefold: 1
purpose: { name: talk, languages: [en], time_zone: UTC }
entities:
  ${entity}: { title: name, ${more}, fields: { name: { type: string, required: true } } }
roles: { boss: { runtime: [users], user: { read: true }, ${entity}: all } }
`;
  const others = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { application, issues } = compile([{ path: 'app.yaml', text: yaml }, ...others]);
  if (application === null) throw new Error(JSON.stringify(issues));
  return application;
}

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

/** The calls on records of a specification to which the database is brought. */
async function bring({ model, former }: Application) {
  await migrate(db, model, [], { former, accepted: new Set(), now: NOW });
  return createRecords(db, model, () => NOW);
}

async function bossOf({ model }: Application, records: ReturnType<typeof createRecords>): Promise<Caller> {
  const known = await records.userByEmail('bo@x.test');
  const id = known ?? (await records.addUser({ name: 'Bo', email: 'bo@x.test', language: null, roles: ['boss'] }));
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  return { me, rights: rightsFor(model, me.roles), via: 'screen' };
}

test('comments that are turned off are kept, and follow their entity to another name', async () => {
  const first = app('ask', 'comments: true');
  const records = await bring(first);
  const boss = await bossOf(first, records);
  const { id } = await records.create(boss, 'ask', { name: 'A' }, PLAIN);
  const of = { entity: 'ask', idOrKey: id };
  await records.comments.create(boss, of, { text: 'kept' }, PLAIN);

  const off = app('ask', 'history: true');
  const silent = await bring(off);
  const there = await bossOf(off, silent);
  await expect(silent.comments.list(there, of, new URLSearchParams())).rejects.toMatchObject({ code: 'not_found' });
  expect(await silent.comments.find(there, 'kept')).toEqual({ items: [], more: false });

  const renamed = app('question', 'was: ask, comments: true');
  const later = await bring(renamed);
  const again = await bossOf(renamed, later);
  const list = await later.comments.list(again, { entity: 'question', idOrKey: id }, new URLSearchParams());
  expect(list.items.map(({ text }) => text)).toEqual(['kept']);
  const standing = await later.comments.conversation(again, { entity: 'question', idOrKey: id });
  expect(standing).toMatchObject({ follows: 'comment', unread: 0 });
});

test('comments that are written beside each other grow in one order, and none is lost', async () => {
  const application = app('ask', 'comments: true');
  const records = await bring(application);
  const boss = await bossOf(application, records);
  const { id } = await records.create(boss, 'ask', { name: 'A' }, PLAIN);
  const of = { entity: 'ask', idOrKey: id };
  const texts = Array.from({ length: 20 }, (_, index) => `c${String(index)}`);
  const made = await Promise.all(texts.map((text) => records.comments.create(boss, of, { text }, PLAIN)));
  const { items, total } = await records.comments.list(boss, of, new URLSearchParams('size=200'));
  expect(total).toBe(20);
  expect(new Set(items.map(({ text }) => text))).toEqual(new Set(texts));
  const ids = items.map((one: CommentAnswer) => one.id);
  expect(ids).toEqual(made.map((one) => one.id).toSorted((a, b) => (a < b ? 1 : -1)));
});

test('a comment stands behind those that were there, by whatever clock it was written', async () => {
  const application = app('ask', 'comments: true');
  const records = await bring(application);
  const boss = await bossOf(application, records);
  const { id } = await records.create(boss, 'ask', { name: 'A' }, PLAIN);
  const of = { entity: 'ask', idOrKey: id };
  const first = await records.comments.create(boss, of, { text: 'first' }, PLAIN);
  await records.comments.follow(boss, of, { seen: first.id });
  const slow = createRecords(db, application.model, () => '2026-03-05T11:59:00.000Z');
  await slow.comments.create(boss, of, { text: 'second' }, PLAIN);
  const { items } = await records.comments.list(boss, of, new URLSearchParams());
  expect(items.map(({ text }) => text)).toEqual(['second', 'first']);
});

test('a data file says what people said, changes the history by nothing, and does not overwrite what they said since', async () => {
  const said = (text: string): string =>
    `record,at,by,kind,input\na1,= now - days(2),,create,\na1,= now - days(1),bo@x.test,comment,"{""text"":""${text}"",""internal"":true,""mentions"":[""bo@x.test""]}"\n`;
  const files = (text: string) => ({
    'data/user.csv': 'email,name,roles\nbo@x.test,Bo,boss\n',
    'data/ask.csv': 'id,name\na1,A\n',
    'data/ask.history.csv': said(text),
  });
  const load = async (text: string) => {
    const application = app('ask', 'comments: { internal: [boss] }', files(text));
    const records = await bring(application);
    await loadData(db, application, { demo: false, now: NOW });
    return { records, boss: await bossOf(application, records) };
  };
  const { records, boss } = await load('from the file');
  const [record] = (await records.list(boss, 'ask', new URLSearchParams())).items;
  const of = { entity: 'ask', idOrKey: record?.id ?? '' };
  expect(record).toMatchObject({ version: 1 });
  expect((await records.history(boss, 'ask', of.idOrKey)).map(({ kind }) => kind)).toEqual(['create']);
  const { items } = await records.comments.list(boss, of, new URLSearchParams());
  expect(items).toMatchObject([{ text: 'from the file', via: 'data', internal: true, by: { title: 'Bo' } }]);
  await records.comments.create(boss, of, { text: 'from a person' }, PLAIN);
  const again = await load('from the file, mended');
  const after = await again.records.comments.list(again.boss, of, new URLSearchParams());
  expect(after.items.map(({ text }) => text)).toEqual(['from a person', 'from the file, mended']);
});
