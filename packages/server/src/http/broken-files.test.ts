// On SQLite alone: what cannot be read as a file reaches no database.
// What cannot be read is refused as such, and nothing that stands in it reaches a log, a report or an answer.
import type { ProblemAnswer } from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk, type Desk } from '../testing/start-desk.ts';
import type { Browser } from '../testing/browser.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: desk, languages: [en, ja] }
entities:
  thing: { title: name, fields: { code: { type: string, max: 20 }, name: { type: string, max: 20 }, lines: { type: lines, fields: { n: { type: integer } } } } }
roles:
  boss: { thing: all }
  administrator: { runtime: [users, faults], user: { read: true, grant: [boss] } }
`;
const SECRET = 'K7-hidden-cell';
const TYPES = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

let desk: Desk;
let cleo: Browser;
beforeAll(async () => {
  desk = await startDesk({ files: [{ path: 'app.yaml', text: SPECIFICATION }] });
  cleo = await desk.signedIn('cleo@example.com');
});
afterAll(() => desk.close());

async function sent(url: string, type: string, body: string) {
  const answer = await cleo.call('POST', url, { body, headers: { 'content-type': type } });
  return { status: answer.status, text: answer.text, problem: answer.json as ProblemAnswer };
}

async function expectNothingTold(): Promise<void> {
  const faults = await desk.database.read.all('SELECT "message", "event" FROM "_fault"', []);
  expect(JSON.stringify(faults)).not.toContain(SECRET);
  expect(desk.log.join('\n')).not.toContain(SECRET);
}

test.each([
  ['csv', `code,name\nq"${SECRET},a\n`],
  ['csv', `code,name\n"${SECRET}"x,a\n`],
  ['csv', `code,name\n"${SECRET}\n`],
  ['csv', `co"${SECRET},name\na,b\n`],
  ['jsonl', `{"code":"${SECRET}"\n`],
  ['jsonl', `{"code":"a"}\n["${SECRET}"]\n`],
  ['ndjson', `${SECRET}\n`],
  ['xlsx', `PK\u0003\u0004${SECRET}`],
] as const)('%s: %j is no table, and what it holds is told nowhere', async (format, body) => {
  const { status, text, problem } = await sent('/api/thing/import?mode=try', TYPES[format], body);
  expect([status, problem.code]).toEqual([400, 'not_a_table']);
  expect(text).not.toContain(SECRET);
  await expectNothingTold();
});

test.each([
  ['/api/thing', 'application/json', `{"code":"${SECRET}"`, 'not_json'],
  ['/api/thing', 'application/json', `["${SECRET}"]`, 'bad_request'],
  ['/api/thing/bulk', 'application/json', `{"action":"${SECRET}"`, 'not_json'],
  ['/_/intake', 'text/plain', SECRET, 'bad_request'],
])('%s %s: %j is refused without what it holds', async (url, type, body, code) => {
  const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' };
  const answer = await cleo.call('POST', url, { body, headers });
  expect([answer.status, (answer.json as ProblemAnswer).code]).toEqual([400, code]);
  expect(answer.text).not.toContain(SECRET);
  await expectNothingTold();
});

const PIECE = fc.constantFrom(
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '{',
  '}',
  '[',
  ']',
  ':',
  'code',
  'name',
  SECRET,
  '1',
  '\u0000',
  '\ud83d\ude00',
  ' ',
);

test.each(['csv', 'jsonl', 'ndjson'] as const)('no text whatever is a fault, as %s', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(PIECE, { maxLength: 30 }), async (pieces) => {
      const { status, problem } = await sent('/api/thing/import?mode=try', TYPES[format], pieces.join(''));
      expect(status === 200 || `${String(status)} ${problem.code}`).toBeOneOf([true, '400 not_a_table']);
    }),
    fuzzRuns(60),
  );
  await expectNothingTold();
  expect(desk.log).toEqual([]);
});
