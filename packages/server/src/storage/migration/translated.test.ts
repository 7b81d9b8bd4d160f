import { expect, test } from 'vitest';
import {
  add,
  aside,
  bring,
  columns,
  db,
  openShelfForEachTest,
  refusalOf,
  rows,
  shelf,
  values,
} from './testing/shelf.ts';

openShelfForEachTest();

const spoken = (languages: string, more = ', translated: true', id = 'about'): string =>
  shelf(`      ${id}: { type: string${more} }`).replace('languages: [en]', `languages: [${languages}]`);
const NOT_TRANSLATED = spoken('en, ja', '');

async function texts(...names: readonly string[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const name of names) found.push(...(await values(name)));
  return found;
}

test('a text that becomes translated is that of the source language; the other languages go with consent only', async () => {
  await bring(NOT_TRANSLATED);
  await add('book', { id: 'b', name: 'Emma', about: 'A match' });
  await bring(spoken('en, ja'));
  expect(await texts('about', 'about.ja')).toEqual(['A match', null]);
  await db.write(async (tx) => void (await tx.run(`UPDATE "book" SET "about.ja" = '縁談'`, [])));
  expect((await refusalOf(NOT_TRANSLATED)).changes).toMatchObject([
    { kind: 'field_gone', name: 'book.about.ja', rows: 1, examples: ['縁談'], verdict: 'open' },
  ]);
  await bring(NOT_TRANSLATED, 'book.about.ja');
  expect(await aside()).toEqual(['book.about.ja | book | about.ja | b | 縁談']);
  expect(await texts('about')).toEqual(['A match']);
});

test('a language comes, and goes with consent', async () => {
  await bring(spoken('en, ja'));
  await add('book', { id: 'b', name: 'Emma', about: 'A match', 'about.ja': '縁談' });
  await bring(spoken('en, ja, de'));
  expect(await texts('about', 'about.ja', 'about.de')).toEqual(['A match', '縁談', null]);
  await bring(spoken('en, ja'));
  await refusalOf(spoken('en, de'));
  await bring(spoken('en, de'), 'book.about');
  expect(await texts('about', 'about.de')).toEqual(['A match', null]);
});

test('a translated field that is renamed keeps its languages', async () => {
  await bring(spoken('en, ja'));
  await add('book', { id: 'b', name: 'Emma', about: 'A match', 'about.ja': '縁談' });
  await bring(spoken('en, ja', ', translated: true, was: about', 'gist'));
  expect(await texts('gist', 'gist.ja')).toEqual(['A match', '縁談']);
});

test('where another language becomes the source language, texts stay in their languages, there and back, with a new id too', async () => {
  await bring(spoken('en, ja, de'));
  await add('book', { id: 'b', name: 'Emma', about: 'A match', 'about.ja': '縁談', 'about.de': 'Heirat' });
  await bring(spoken('ja, en, de'));
  expect(await texts('about', 'about.en', 'about.de')).toEqual(['縁談', 'A match', 'Heirat']);
  await bring(spoken('en, ja, de'));
  expect(await texts('about', 'about.ja', 'about.de')).toEqual(['A match', '縁談', 'Heirat']);
  await bring(spoken('de, en, ja', ', translated: true, was: about', 'gist'));
  expect(await texts('gist', 'gist.en', 'gist.ja')).toEqual(['Heirat', 'A match', '縁談']);
  await bring(spoken('ja, en, de', ', translated: true, was: about', 'gist'));
  expect(await texts('gist', 'gist.en', 'gist.de')).toEqual(['縁談', 'A match', 'Heirat']);
  expect((await columns('book')).filter((name) => name.startsWith('gist'))).toHaveLength(3);
});

test('a record without the text that is required in the new source language stops the start', async () => {
  const required = ', translated: true, required: true';
  await bring(spoken('en, ja', required));
  await add('book', { id: 'b', name: 'Emma', about: 'A match' });
  expect((await refusalOf(spoken('ja, en', required))).changes).toContainEqual(
    expect.objectContaining({ kind: 'required_blank', name: 'book.about', rows: 1 }),
  );
});

test('a field of lines becomes translated, changes its source language with the others, and is renamed with its texts', async () => {
  const lines = (languages: string, field: string): string =>
    shelf(`      parts: { type: lines, fields: { ${field} } }`).replace('languages: [en]', `languages: [${languages}]`);
  const partTexts = async (...names: readonly string[]): Promise<readonly unknown[]> => {
    const [row] = await rows('SELECT * FROM "book.parts"');
    return names.map((name) => row?.[name]);
  };
  await bring(lines('en, ja', 'about: { type: string }'));
  await add('book', { id: 'b', name: 'Emma' });
  await db.write(async (tx) => {
    await tx.run(`INSERT INTO "book.parts" ("id", "record", "position", "about") VALUES ('p', 'b', 1, 'First')`, []);
  });
  await bring(lines('en, ja', 'about: { type: string, translated: true }'));
  await db.write(async (tx) => void (await tx.run(`UPDATE "book.parts" SET "about.ja" = '最初'`, [])));
  await bring(lines('ja, en', 'gist: { type: string, translated: true, was: about }'));
  expect(await partTexts('gist', 'gist.en')).toEqual(['最初', 'First']);
  const untranslated = lines('ja, en', 'gist: { type: string }');
  expect((await refusalOf(untranslated)).changes).toMatchObject([
    { kind: 'field_gone', name: 'book.parts.gist.en', rows: 1, examples: ['First'] },
  ]);
  await bring(untranslated, 'book.parts.gist.en');
  expect(await partTexts('gist')).toEqual(['最初']);
});
