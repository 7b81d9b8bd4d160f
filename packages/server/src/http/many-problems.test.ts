// On SQLite alone: problems are counted after they were found.
// An answer names at most 100 problems and says how many more there are, whatever was sent.
import type { BulkAnswer, ImportAnswer, ProblemAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en] }
entities:
  thing:
    title: name
    fields:
      name: { type: string, required: true }
      rows: { type: lines, fields: { item: { type: string, required: true }, count: { type: integer, required: true } } }
roles:
  boss: { thing: all }
  administrator: { runtime: [users], user: { read: true, grant: [boss] } }
`;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());

const times = <T>(count: number, of: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => of(at));
const names = (count: number): object => Object.fromEntries(times(count, (at) => [`unknown_${String(at)}`, 1]));

test.each([
  ['50,000 unknown names', { name: 'a', ...names(50_000) }, 50_000],
  ['20,000 empty lines', { name: 'a', rows: times(20_000, () => ({})) }, 40_000],
  ['20,000 lines of what is no line', { name: 'a', rows: times(20_000, () => ({ x: 1 })) }, 20_000],
])(
  '%s',
  async (_, body, all) => {
    const sent = JSON.stringify(body);
    const answer = await cleo.call('POST', '/api/thing', { body: sent });
    const { errors, warnings = [], more } = answer.json as ProblemAnswer;
    expect(answer.status).toBe(422);
    expect(errors.length + warnings.length).toBe(100);
    expect(more).toBe(all - 100);
    expect(answer.text.length).toBeLessThan(40_000);
  },
  30_000,
);

test('a name is told by its beginning only', async () => {
  const answer = await cleo.call('POST', '/api/thing', { body: { name: 'a', ['x'.repeat(500_000)]: 1 } });
  expect(answer.status).toBe(422);
  expect(answer.text.length).toBeLessThan(2000);
});

test('what is all named says nothing of more', async () => {
  const answer = await cleo.call('POST', '/api/thing', { body: { name: 'a', ...names(100) } });
  const problem = answer.json as ProblemAnswer;
  expect([problem.errors.length, Object.hasOwn(problem, 'more')]).toEqual([100, false]);
});

test.each(['each', 'try'])(
  'many records at once, mode %s: the first have 100 problems together, each of the others its first',
  async (mode) => {
    const records = times(300, () => names(3));
    const answer = await cleo.call('POST', '/api/thing/bulk', { body: { action: 'create', records, mode } });
    const { failed, results } = answer.json as BulkAnswer;
    const problems = results.flatMap(({ problem }) => problem?.errors ?? []);
    const more = results.reduce((sum, { problem }) => sum + (problem?.more ?? 0), 0);
    const [beyond, all] = [266, 900]; // 34 records have the first 100 problems
    expect([failed, problems.length, more]).toEqual([300, 100 + beyond, all - 100 - beyond]);
    expect(results.every(({ problem }) => problem?.code === 'invalid')).toBe(true);
  },
);

test('many records at once, all or none', async () => {
  const body = { action: 'create', records: times(300, () => names(3)) };
  const problem = (await cleo.call('POST', '/api/thing/bulk', { body })).json as ProblemAnswer;
  expect([problem.code, problem.errors.length]).toEqual(['writes_refused', 100]);
  expect(problem.more).toBeGreaterThanOrEqual(800);
});

test('a batch', async () => {
  const writes = [{ action: 'create', entity: 'thing', values: names(500) }];
  const problem = (await cleo.call('POST', '/api/batch', { body: { writes } })).json as ProblemAnswer;
  expect([problem.code, problem.errors.length, problem.more]).toEqual(['writes_refused', 100, 400]);
});

const importing = (mode: string) => {
  const body = `name,rows\n${'"",\n'.repeat(250)}`;
  return cleo.call('POST', `/api/thing/import?mode=${mode}`, { body, headers: { 'content-type': 'text/csv' } });
};

test.each(['each', 'try'])('an import, mode %s', async (mode) => {
  const { problems, problem_count } = (await importing(mode)).json as ImportAnswer;
  expect([problems.length, problem_count]).toEqual([100, 250]);
});

test('an import, all or none', async () => {
  const problem = (await importing('all')).json as ProblemAnswer;
  expect([problem.code, problem.errors.length, problem.more]).toEqual(['writes_refused', 100, 150]);
});
