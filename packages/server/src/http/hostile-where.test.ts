import { join } from 'node:path';
import type { ProblemAnswer, SessionAnswer } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFolder } from '../specification/read-folder.ts';
import type { Answer, Browser } from '../testing/browser.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

const EXAMPLE = join(import.meta.dirname, '../../../../examples/service-desk');
/** No answer may take longer, on a machine that does other work as well. */
const MOST_MS = 5000;

let desk: Desk;
let rita: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: await readFolder(EXAMPLE), folder: EXAMPLE, demo: true, accounts: false });
  rita = desk.browser();
  const { demo } = (await rita.call('GET', '/_/session')).json as SessionAnswer;
  const account = demo?.find(({ email }) => email.startsWith('rita@'));
  await rita.call('POST', '/_/session', { body: { demo: account?.id } });
}, 60_000);
afterAll(() => desk.close());

async function asked(where: string): Promise<Answer> {
  const started = performance.now();
  const answer = await rita.call('GET', `/api/ticket?size=5&where=${encodeURIComponent(where)}`);
  expect(performance.now() - started).toBeLessThan(MOST_MS);
  expect(desk.log.filter((line) => line.includes('fault'))).toEqual([]);
  return answer;
}

const told = ({ json }: Answer): readonly unknown[] => {
  const { status, code, params } = json as ProblemAnswer;
  return [status, code, params['position'], params['name'] ?? params['limit']];
};

const nested = (depth: number, of: string): string => `${'('.repeat(depth)}${of}${')'.repeat(depth)}`;
const many = (count: number, of: string, between: string): string =>
  Array.from({ length: count }, () => of).join(between);
const same = (depth: number): string =>
  depth === 0 ? 'record.team == user.team' : `(record.team == user.team) == (${same(depth - 1)})`;
const LOOPS = 'record.lines.all(a, record.lines.all(b, record.lines.all(c, a.qty == b.qty && b.qty == c.qty)))';

/** What is sent, with `§` where its error is, and the word or the limit that is named. */
test.each([
  ['§__proto__ == null', '__proto__'],
  ['record.§__proto__ == null', '__proto__'],
  ['record.requester.§__proto__ == null', '__proto__'],
  ['record.§constructor == null', 'constructor'],
  ['user.§constructor.constructor == null', 'constructor'],
  ['limits.§__proto__ == 1', '__proto__'],
  ['constructor("return process")§() == 1', '('],
  ['§eval("1") == 1', 'eval("1")'],
  ['§record.subject.valueOf() == "a"', 'record.subject.valueOf()'],
  ['record.lines.exists(§__proto__, true)', '__proto__'],
  ['§globalThis == null', 'globalThis'],
  ['§process.env == null', 'process'],
  ['record.subject == "a" §OR 1=1', 'OR'],
  ['record.subject == "a"§; DROP TABLE ticket; --', ';'],
  ["record.subject == 'a' §UNION SELECT 1", 'UNION'],
  ['record.§nothing == 1', 'nothing'],
  ['filled(record.§internal_note)', 'internal_note'],
  ['§record.subject.matches("(a+)+$")', 'record.subject.matches("(a+)+$")'],
  ['record.subject == §"', '"'],
  ['§1 + 1', '1 + 1'],
  ['record.cost > §1e999', '1e999'],
  ['record.cost > §99999999999999999999999999', '99999999999999999999999999'],
  ['record.due > now + §days("1")', 'days("1")'],
])('%s is refused at its place', async (marked, word) => {
  const position = marked.indexOf('§') + 1;
  expect(told(await asked(marked.replace('§', '')))).toEqual([400, 'bad_where', position, word]);
});

test.each([
  ['a text of a megabyte', `record.subject == "${'x'.repeat(1_000_000)}"`, 4001, 'where_length'],
  ['nesting', nested(200, 'true'), 33, 'where_depth'],
  ['negation', `${'!'.repeat(3000)}true`, 2501, 'where_parts'],
  ['many parts', many(250, 'record.urgent == 1', '||').slice(0, 4000), 2008, 'where_parts'],
  ['a list of 300', `record.priority in [${many(300, '"low"', ',')}]`, 1221, 'where_items'],
  ['loops in loops', LOOPS, 61, 'where_cost'],
  ['a condition that doubles with each level', same(16), 1, 'where_cost'],
])('too large by %s is refused at its place, with the limit', async (_, where, position, limit) => {
  expect(told(await asked(where))).toEqual([400, 'where_too_large', position, limit]);
});

test.each([
  `record.subject == "'; DROP TABLE ticket; --"`,
  'record.subject == "\\" OR 1=1 --"',
  'contains(record.subject, "%_\\\\\'\\"")',
  'record.subject == "\\u0000"',
  `contains(record.subject, "${'a'.repeat(3000)}")`,
  'record.cost > 999999999999999',
  'record.cost / 0 > 1',
  'record.due > now + days(999999999999999)',
  'record.due > now - years(999999999)',
  'record.due > now + seconds(0.000000001)',
  'record.created_at + months(99999999) > now',
  'record.lines.exists(a, record.lines.exists(b, a.qty < b.qty))',
])('%s is a condition like any other', async (where) => {
  expect([(await asked(where)).status, where]).toEqual([200, where]);
});

test('a field that is closed is told like one that does not exist', async () => {
  const [closed, missing] = [await asked('filled(record.internal_note)'), await asked('filled(record.internal_nope)')];
  const { request_id: _, ...one } = closed.json as ProblemAnswer;
  const { request_id: __, ...other } = missing.json as ProblemAnswer;
  expect(JSON.stringify(one).replaceAll('internal_note', 'x')).toBe(
    JSON.stringify(other).replaceAll('internal_nope', 'x'),
  );
});

test('the same holds for the list of a bulk action', async () => {
  const query = (where: string): string => new URLSearchParams({ where }).toString();
  const sent = (where: string) =>
    rita.call('POST', '/api/ticket/bulk', {
      body: { action: 'update', list: { query: query(where), count: 1 }, values: { subject: 'x' } },
    });
  expect(told(await sent('record.constructor == 1'))).toEqual([400, 'bad_where', 8, 'constructor']);
  expect(told(await sent(`record.subject == "${'x'.repeat(900_000)}"`)).slice(0, 2)).toEqual([400, 'where_too_large']);
});

test('a filter of 300 values is refused by its name', async () => {
  const answer = await rita.call('GET', `/api/ticket?f.priority=in:${many(300, 'low', ',')}`);
  expect((answer.json as ProblemAnswer).code).toBe('bad_parameter');
});

test('an address of a megabyte is refused before it is read', async () => {
  const address = await desk.app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}/api/ticket?where=${'x'.repeat(1_000_000)}`);
  expect([answer.status, ((await answer.json()) as ProblemAnswer).code]).toEqual([400, 'bad_request']);
});

test('an application sets the bounds of its callers', { timeout: 120_000 }, async () => {
  const more = { path: 'bounds.yaml', text: 'limits:\n  where_length: 30\n  where_parts: 5\n' };
  const small = await startDesk({
    files: [...(await readFolder(EXAMPLE)), more],
    folder: EXAMPLE,
    demo: true,
    accounts: false,
  });
  const browser = small.browser();
  const { demo } = (await browser.call('GET', '/_/session')).json as SessionAnswer;
  await browser.call('POST', '/_/session', { body: { demo: demo?.[0]?.id } });
  const ask = async (where: string) =>
    told(await browser.call('GET', `/api/ticket?where=${encodeURIComponent(where)}`));
  expect(await ask('record.subject == "a long text is"')).toEqual([400, 'where_too_large', 31, 'where_length']);
  expect((await ask('1 == 1 && 2 == 2 && 3 == 3')).slice(1)).toEqual(['where_too_large', 11, 'where_parts']);
  await small.close();
});
