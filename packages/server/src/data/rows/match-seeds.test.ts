import { compile } from '@ninefold/spec';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../records/migrate.ts';
import type { Database } from '../../storage/database/database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { loadData } from '../load-data.ts';

const NOW = '2026-03-05T12:00:00.000Z';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

/** Loads `thing.csv` beside these fields: each record as its name and its colour or hue. */
async function load(fields: string, csv: string): Promise<readonly string[]> {
  const yaml = `ninefold: 1
purpose: { name: things, languages: [en] }
roles: { boss: { members: everyone, thing: all } }
entities: { thing: { title: name, dropped: [colour], fields: { name: { type: string }, ${fields} } } }`;
  const { application, issues } = compile([
    { path: 'app.yaml', text: fields.includes('colour') ? yaml.replace('dropped: [colour], ', '') : yaml },
    { path: 'data/thing.csv', text: csv },
  ]);
  if (!application) throw new Error(JSON.stringify(issues));
  await migrate(db, application.model, [], { former: application.former });
  await loadData(db, application, { demo: false, now: NOW, dataFiles: 'keep' });
  const rows = await db.write((tx) => tx.all('SELECT * FROM "thing"', []));
  const texts = rows.map((row) => [row['name'], row['colour'] ?? row['hue'], row['note']]);
  return texts.map((all) => all.filter((text) => typeof text === 'string').join(' ')).toSorted();
}

const COLOUR = 'colour: { type: string }';
const NOTED = `${COLOUR}, note: { type: string }`;
const FIRST = 'name,colour\nCup,red\nCup,red\nPen,blue\n';
const THREE = ['Cup red', 'Cup red', 'Pen blue'];

it.each([
  ['other order', COLOUR, 'colour,name\nred,Cup\nred,Cup\nblue,Pen\n', THREE],
  ['a blank column more', NOTED, 'name,colour,note\nCup,red,\nCup,red,\nPen,blue,\n', THREE],
  [
    'a filled column more',
    NOTED,
    'name,colour,note\nCup,red,\nCup,red,\nPen,blue,x\n',
    ['Cup red', 'Cup red', 'Pen blue x'],
  ],
  ['a column less', COLOUR, 'name\nCup\nCup\nPen\n', THREE],
  ['a dropped column less', 'hue: { type: string }', 'name\nCup\nCup\nPen\n', ['Cup', 'Cup', 'Pen']],
  ['a column renamed', 'hue: { type: string, was: colour }', 'name,hue\nCup,red\nCup,red\nPen,blue\n', THREE],
  ['the same columns and another value', COLOUR, 'name,colour\nCup,red\nCup,red\nPen,green\n', [...THREE, 'Pen green']],
  ['what could be either', NOTED, 'name,note\nCup,x\nPen,y\n', ['Cup red', 'Cup red', 'Cup x', 'Pen blue y']],
])('rows without id and key are the same in %s', async (_, fields, csv, expected) => {
  expect(await load(COLOUR, FIRST)).toEqual(THREE);
  expect(await load(fields, csv)).toEqual(expected);
  expect(await load(fields, csv.concat('\n'))).toEqual(expected);
});
