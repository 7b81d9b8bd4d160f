import { expect, test } from 'vitest';
import { createRowMemory } from '../../database/row-memory.ts';
import { textOf, type Statement } from '../../sql/sql.ts';
import type { Row } from '../../sql/sql-value.ts';
import { remembering, roomOf } from './survey.ts';

/** A database of this moment that answers each statement with so many rows; what it is asked is noted. */
function databaseOf(moment: () => string, count = 3) {
  const asked: string[] = [];
  const ask = async (statement: Statement): Promise<readonly Row[]> => {
    asked.push(textOf(statement));
    if (textOf(statement).includes('pg_current_snapshot')) return [{ moment: moment() }];
    return Array.from({ length: count }, (_, at) => ({ id: `${textOf(statement)} ${String(at)}` }));
  };
  return { asked, ask };
}

const memory = () => createRowMemory<readonly Row[]>(roomOf);

/** The statements of one survey that shows a page. */
async function showPage({ all, recall }: ReturnType<typeof remembering>): Promise<readonly number[]> {
  const before = await all('before', []);
  const { rows: page } = await recall('page', []);
  const [rows, titles] = await Promise.all([all('rows', []), all('titles', ['a'])]);
  return [before, page, rows, titles].map(({ length }) => length);
}

test('what is read behind a page is remembered with it, until something is written', async () => {
  let moment = '1';
  const kept = memory();
  const { asked, ask } = databaseOf(() => moment);
  const show = async () => {
    asked.length = 0;
    expect(await showPage(remembering(ask, kept))).toEqual([3, 3, 3, 3]);
    return [...asked];
  };
  const moments = expect.stringContaining('pg_current_snapshot');
  expect(await show()).toEqual(['before', moments, 'page', 'rows', 'titles']);
  expect(await show()).toEqual(['before', moments]);
  moment = '2';
  expect(await show()).toEqual(['before', moments, 'page', 'rows', 'titles']);
});

test('nothing is remembered of a survey that recalls nothing, and no long answer of one that does', async () => {
  const kept = memory();
  const { asked, ask } = databaseOf(() => '1', 201);
  await remembering(ask, kept).all('rows', []);
  await remembering(ask, kept).all('rows', []);
  expect(asked).toEqual(['rows', 'rows']);
  await showPage(remembering(ask, kept));
  asked.length = 0;
  await showPage(remembering(ask, kept));
  expect(asked.slice(2)).toEqual(['rows', 'titles']);
});

test('a row with long texts takes the room of several', () => {
  expect(roomOf([{ n: 1 }, { n: 2 }])).toBe(2);
  expect(roomOf([{ a: 'x'.repeat(150), b: 'y'.repeat(160), n: null }])).toBe(4);
});
