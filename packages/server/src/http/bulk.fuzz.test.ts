import type { ProblemAnswer, RecordValue } from '@ninefold/model';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { FUZZ_TIMES, fuzzRuns } from '../testing/fuzz-runs.ts';
import { startDesk, type Desk } from '../testing/start-desk.ts';

let desk: Desk;
let cleo: Browser;
const ids: string[] = [];
beforeAll(async () => {
  desk = await startDesk();
  cleo = await desk.signedIn('cleo@example.com');
  for (const subject of ['a', 'b', 'c'])
    ids.push(((await cleo.call('POST', '/api/note', { body: { subject, amount: 1 } })).json as RecordValue).id);
});
afterAll(() => desk.close());

const junk = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('', '__proto__', 'constructor', -1, 1e300, {}));
const id = fc.oneof(
  fc.nat(2).map((index) => ids[index] ?? ''),
  fc.constantFrom('x', '\u0000', { $id: 'a' }, { $id: 'toString' }, { id: 'x', version: 1 }),
  junk,
);
const values = fc.oneof(
  fc.dictionary(fc.constantFrom('subject', 'amount', 'secret', 'owner', 'code', '__proto__', 'confirm', 'input'), junk),
  junk,
);
const action = fc.oneof(fc.constantFrom('create', 'update', 'delete', 'restore', 'transition'), junk);
const rest = { input: values, confirm: fc.oneof(fc.constant(['note.odd']), junk), version: junk };
const transition = fc.oneof(fc.constantFrom('finish', 'reopen', 'create', 'toString'), junk);
const query = fc.oneof(
  fc.constantFrom('', 'f.amount=eq:1', 'where=record.amount == 1', 'f.secret=has:x', 'where=('),
  junk,
);
const sound = fc.oneof(
  fc.record({
    action: fc.constantFrom('delete', 'restore'),
    ids: fc.array(id, { minLength: 1, maxLength: 3 }),
    mode: fc.constant('each'),
  }),
  fc.record({
    action: fc.constant('update'),
    ids: fc.array(id, { minLength: 1, maxLength: 3 }),
    values,
    mode: fc.constant('each'),
  }),
  fc.record({
    action: fc.constant('create'),
    records: fc.array(values, { minLength: 1, maxLength: 3 }),
    mode: fc.constant('each'),
  }),
  fc.record({
    action: fc.constant('transition'),
    transition,
    ids: fc.array(id, { minLength: 1 }),
    mode: fc.constant('each'),
  }),
);
const bulk = fc.record(
  {
    action: action,
    ids: fc.oneof(fc.array(id, { maxLength: 4 }), junk),
    list: fc.oneof(fc.record({ query, count: fc.oneof(fc.nat(4), junk) }), junk),
    records: fc.oneof(fc.array(values, { maxLength: 3 }), junk),
    values,
    transition,
    mode: fc.oneof(fc.constantFrom('all', 'each'), junk),
    ...rest,
  },
  { requiredKeys: [] },
);
const write = fc.record(
  {
    action: action,
    entity: fc.oneof(fc.constantFrom('note', 'ledger', 'user', 'toString'), junk),
    as: fc.oneof(fc.constantFrom('a', 'b'), junk),
    id,
    values,
    transition,
    ...rest,
  },
  { requiredKeys: ['action', 'entity'] },
);
const batch = fc.record({ writes: fc.oneof(fc.array(write, { maxLength: 4 }), junk) }, { requiredKeys: [] });

test.each([
  ['/api/note/bulk', fc.oneof(sound, bulk, junk)],
  ['/api/batch', fc.oneof(batch, junk)],
] as const)(
  'whatever is sent to %s, it answers what it did or an entry of the catalogue',
  { timeout: 120_000 * FUZZ_TIMES },
  async (url, bodies) => {
    const seen = { done: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(bodies as fc.Arbitrary<unknown>, async (body) => {
        const answer = await cleo.call('POST', url, { body: JSON.stringify(body) });
        expect([answer.status < 500, answer.text, desk.log.at(-1)]).toMatchObject([true, answer.text, undefined]);
        seen[answer.status === 200 ? 'done' : 'refused'] += 1;
        const code = answer.status === 200 ? 'none' : (answer.json as ProblemAnswer).code;
        expect(code).toMatch(/^[a-z_.]+$/);
      }),
      fuzzRuns(400),
    );
    expect(seen.refused).toBeGreaterThan(20);
  },
);

test('the arbitrary bodies reach the writes themselves', async () => {
  const rows = await desk.database.read.all('SELECT DISTINCT "kind" FROM "_history"', []);
  expect(rows.length).toBeGreaterThan(1);
});
