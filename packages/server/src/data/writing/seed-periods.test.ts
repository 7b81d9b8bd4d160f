import { compile, type Application } from '@ninefold/spec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../records/migrate.ts';
import type { Database } from '../../storage/database/database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { DataRefused, type DataProblem } from '../rows/data-refused.ts';
import { loadData } from '../load-data.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const YAML = `ninefold: 1
roles: { clerk: { members: everyone, loan: all } }
entities:
  loan:
    title: '{{what}} {{starts}}'
    no_overlap: { from: starts, to: ends, per: [what], when: 'record.state != "cancelled"' }
    fields:
      what: { type: string, required: true }
      starts: { type: date, required: true }
      ends: { type: date }
states:
  loan: { initial: lent, states: { lent: { kind: active }, cancelled: { kind: cancelled, final: true } } }
`;

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

function loans(...rows: readonly string[]): Application {
  const text = `id,what,starts,ends,state\n${rows.map((row) => `${row}\n`).join('')}`;
  const compiled = compile([
    { path: 'app.yaml', text: YAML },
    { path: 'data/loan.csv', text },
  ]);
  if (!compiled.application) throw new Error(JSON.stringify(compiled.issues));
  return compiled.application;
}

/** What is wrong with these rows; empty where they are loaded. */
async function problemsOf(...rows: readonly string[]): Promise<readonly DataProblem[]> {
  const app = loans(...rows);
  await migrate(db, app.model);
  try {
    await loadData(db, app, { demo: false, now: NOW });
    return [];
  } catch (error) {
    if (error instanceof DataRefused) return error.problems;
    throw error;
  }
}

test('a row whose period meets that of another row or of a stored record is refused, and says with which one', async () => {
  const first = 'a,Lamp,2026-12-01,2026-12-03,';
  expect(await problemsOf(first, 'b,Lamp,2026-12-03,,')).toMatchObject([
    { row: 2, code: 'overlaps', params: { with: 'Lamp 2026-12-03' } },
    { row: 3, field: 'starts', code: 'overlaps', params: { with: 'Lamp 2026-12-01' }, value: '2026-12-03' },
  ]);
  expect(await problemsOf(first, 'b,Lamp,2026-12-02,2026-12-02,cancelled', 'c,Desk,2026-12-02,,')).toEqual([]);
  expect(await problemsOf(first, 'd,Lamp,2026-11-01,2026-12-01,')).toMatchObject([{ row: 3, code: 'overlaps' }]);
  expect(await problemsOf(first, 'd,Lamp,2026-11-01,2026-11-30,')).toEqual([]);
  expect(await problemsOf(first, 'd,Lamp,2026-11-01,2026-12-02,')).toMatchObject([{ row: 3, code: 'overlaps' }]);
});
