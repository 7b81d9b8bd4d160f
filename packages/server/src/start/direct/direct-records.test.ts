import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRecords } from '../../records/create-records.ts';
import { applicationOf } from '../../records/testing/open-desk.ts';
import { openData } from '../open-data.ts';
import { testPlace, type TestPlace } from '../../testing/test-database.ts';
import { openDirectRecords } from './direct-records.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const YAML = `ninefold: 1
purpose: { name: shelf, languages: [en] }
entities:
  book: { title: name, key: code, fields: { code: { type: string, required: true }, name: { type: string, max: 10 }, price: { type: number } } }
roles:
  clerk: { book: { create: true, read: true, update: true, export: true, import: true, fields: { price: read } } }
  guest: { book: { read: true } }
`;
const application = applicationOf(YAML);
const log = (): void => undefined;
const as = (email: string) => ({ email, language: 'en', clock: () => NOW, log });

let folder: string;
let place: TestPlace;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  place = await testPlace();
});
afterEach(async () => {
  await place.remove();
  rmSync(folder, { recursive: true });
});

async function fill(): Promise<void> {
  const { database } = await openData(place, application, { demo: false, now: NOW, acceptLoss: [] }, log);
  const { addUser } = createRecords(database, application.model, () => NOW);
  await addUser({ name: 'Ann', email: 'ann@x.test', language: null, roles: ['clerk'] });
  await addUser({ name: 'Guy', email: 'guy@x.test', language: null, roles: ['guest'] });
  await database.close();
}

const codeOf = (opening: Promise<unknown>): Promise<unknown> =>
  opening.then(
    () => 'opened',
    (reason: { readonly sentences: readonly { readonly code: string }[] }) => reason.sentences[0]?.code,
  );

test('records are imported and exported without a server, as a person and with no more than their rights', async () => {
  expect(await codeOf(openDirectRecords(place, application, as('ann@x.test')))).toBe('nothing_stored');
  await fill();
  const file = join(folder, 'books.csv');
  writeFileSync(file, 'code,name,price\nb1,Émma,5\nb2,much too long,5\n');
  const ann = await openDirectRecords(place, application, as('ann@x.test'));
  const from = { file, format: 'csv', columns: null } as const;
  const tried = await ann.import('book', from, { mode: 'all', match: null });
  expect(tried).toMatchObject({ created: 1, failed: 1, written: false, problems: [{ row: 3, code: 'too_long' }] });
  expect((await ann.import('book', from, { mode: 'each', match: null })).written).toBe(true);
  const exported = await ann.export('book', new URLSearchParams('format=csv&select=code,name,price'));
  expect((await text(exported.content)).split('\r\n')[1]).toMatch(/,b1,Émma,$/);
  await ann.close();
  const guy = await openDirectRecords(place, application, as('guy@x.test'));
  await expect(guy.export('book', new URLSearchParams('format=csv'))).rejects.toMatchObject({ code: 'forbidden' });
  await expect(guy.import('book', from, { mode: 'all', match: null })).rejects.toMatchObject({ code: 'forbidden' });
  await guy.close();
});

test('a stranger, and data of another specification, are refused before anything is done', async () => {
  await fill();
  expect(await codeOf(openDirectRecords(place, application, as('no@x.test')))).toBe('nobody_named');
  const other = applicationOf(
    YAML.replace('price: { type: number }', 'price: { type: number }, isbn: { type: string }'),
  );
  expect(await codeOf(openDirectRecords(place, other, as('ann@x.test')))).toBe('stored_otherwise');
});
