import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rightsFor } from '@ninefold/model';
import { compile, type Application } from '@ninefold/spec';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecords } from '../records/create-records.ts';
import type { Caller, Records } from '../records/context/records.ts';
import { testPlace, type TestPlace } from '../testing/test-database.ts';
import { openData, previewData, type OpenedData } from './open-data.ts';

/** What a version wrote stays here as it was; each later version has to open it. */
const FIXTURES = join(import.meta.dirname, 'fixtures');
const YAML = readFileSync(join(FIXTURES, 'stored-0.1.yaml'), 'utf8');
const NOW = '2026-04-01T12:00:00.000Z';

let place: TestPlace;
let opened: OpenedData;
beforeEach(async () => {
  place = await testPlace();
  if (place.database === null) fillFile(join(place.data, 'data.sqlite'));
  else await fillSchema(place.database);
});
afterEach(async () => {
  await opened.database.close();
  await place.remove();
});

function fillFile(path: string): void {
  const file = new DatabaseSync(path);
  file.exec(readFileSync(join(FIXTURES, 'stored-0.1.sql'), 'utf8'));
  file.close();
}

async function fillSchema(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(readFileSync(join(FIXTURES, 'stored-0.1.postgres.sql'), 'utf8'));
  await client.end();
}

function applicationIn(yaml: string): Application {
  const { application, issues } = compile([{ path: 'app.yaml', text: yaml }]);
  if (!application) throw new Error(JSON.stringify(issues));
  return application;
}

async function open(yaml: string): Promise<{ readonly records: Records; readonly ann: Caller }> {
  const application = applicationIn(yaml);
  const options = { demo: false, now: NOW, acceptLoss: [] };
  opened = await openData(place, application, options, () => undefined);
  const records = createRecords(opened.database, application.model, () => NOW);
  const me = await records.me((await records.userByEmail('ann@example.test')) ?? '');
  if (!me) throw new Error('nobody');
  return { records, ann: { me, rights: rightsFor(application.model, me.roles), via: 'screen' } };
}

const EMMA = {
  ...{
    code: 'B-001',
    name: 'Émma',
    about: 'It’s a “novel”\nof 1815',
    kind: 'novel',
    tags: ['red', 'blue'],
    pages: 475,
  },
  ...{ price: '12.50', weight: '0.375', lent: true, on: '1815-12-23', at: '2026-01-01T08:30:00.000Z', total: 5 },
  ...{ state: 'old', version: 3 },
};

test('what version 0.1 wrote is read, found, changed and numbered on', async () => {
  const preview = await previewData(place, applicationIn(YAML), { now: NOW, acceptLoss: [] }, () => undefined);
  expect(preview?.changes.filter(({ verdict }) => verdict !== 'safe')).toEqual([]);
  const { records, ann } = await open(YAML);
  const emma = await records.get(ann, 'book', 'B-001');
  expect(emma).toMatchObject({
    ...EMMA,
    rows: [
      { what: 'a', count: 2 },
      { what: 'b', count: 3 },
    ],
  });
  const find = async (query: string) =>
    (await records.list(ann, 'book', new URLSearchParams(query))).items.map(({ name }) => name);
  expect([await find('search=emma 1815'), await find('trash=true'), await find('f.kind=eq:novel')]).toEqual([
    ['Émma'],
    ['東京駅案内'],
    ['Émma'],
  ]);
  expect((await records.history(ann, 'book', emma.id)).map(({ kind }) => kind).toSorted()).toEqual([
    'create',
    'transition',
    'update',
  ]);
  const made = await records.create(
    ann,
    'book',
    { name: 'Next', shop: emma['shop'] ?? null },
    { version: null, confirm: [] },
  );
  expect(made['code']).toBe('B-004');
});

test('and follows a specification that gives things other names and types', async () => {
  const later = YAML.replaceAll('book', 'work')
    .replace('  work:\n    title', '  work:\n    was: book\n    title')
    .replace(
      'kind: { type: choice, options: [novel, poem] }',
      'form: { type: choice, was: kind, options: { story: { was: novel }, poem: {} } }',
    )
    .replace('weight: { type: number, scale: 3 }', 'weight: { type: string }')
    .replace('old: { kind: done }', 'aged: { kind: done, was: old }')
    .replace('to: old', 'to: aged');
  const { records, ann } = await open(later);
  const { kind: form, ...rest } = EMMA;
  expect(await records.get(ann, 'work', 'B-001')).toMatchObject({
    ...rest,
    form: form.replace('novel', 'story'),
    weight: '0.375',
    state: 'aged',
  });
  expect((await records.list(ann, 'work', new URLSearchParams('search=1815'))).total).toBe(1);
});
