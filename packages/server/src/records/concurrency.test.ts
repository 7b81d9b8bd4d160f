// Also in the portable form: writes that meet each other.
import { rightsFor, type RecordValue } from '@ninefold/model';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import type { Database } from '../storage/database/database.ts';
import { migrate } from './migrate.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createRecords } from './create-records.ts';
import type { Caller, Records } from './context/records.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const WRITERS = 32;
const TIMES = 4;
const FIELDS = Array.from({ length: WRITERS }, (_, writer) => `w${String(writer)}`);
const { model } = applicationOf(`
ninefold: 1
purpose: { name: till, languages: [en] }
entities:
  account:
    fields:
      words: { type: text }
      total: { type: integer, computed: 'sum(record.entries.map(e, e.amount))' }
${FIELDS.map((field) => `      ${field}: { type: integer }`).join('\n')}
  entry:
    fields:
      number: { type: sequence, pattern: "{000}" }
      account: { type: reference, to: account, inverse: entries }
      amount: { type: integer }
states:
  account:
    initial: open
    states: { open: {}, shut: { final: true } }
    transitions: { shut: { from: open, to: shut, by: clerk } }
roles: { clerk: { account: all, entry: all } }
`);

let db: Database;
let records: Records;
let clerk: Caller;
let account: RecordValue;
beforeEach(async () => {
  db = await openTestDatabase();
  await migrate(db, model);
  records = createRecords(db, model, () => '2026-03-05T12:00:00.000Z');
  const me = await records.me(
    await records.addUser({ name: 'A', email: 'a@x.test', language: null, roles: ['clerk'] }),
  );
  if (!me) throw new Error('nobody');
  clerk = { me, rights: rightsFor(model, me.roles), via: 'call' };
  account = await records.create(clerk, 'account', {}, PLAIN);
});
afterEach(() => db.close());

const read = () => records.get(clerk, 'account', account.id);
const atOnce = <T>(work: (writer: number) => Promise<T>) =>
  Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)));

/** Adds a word to what was read, again where somebody was faster. */
async function append(word: string): Promise<void> {
  for (;;) {
    const { version, words } = await read();
    const text = `${typeof words === 'string' ? words : ''} ${word}`;
    const isThere = await records
      .update(clerk, 'account', { idOrKey: account.id, body: { words: text } }, { ...PLAIN, version })
      .then(
        () => true,
        (reason: unknown) => {
          if (reason instanceof Refusal && reason.code === 'changed_meanwhile') return false;
          throw reason;
        },
      );
    if (isThere) return;
  }
}

it('32 writers who add to one field by its version lose none', { timeout: 120_000 }, async () => {
  await atOnce(async (writer) => {
    for (let n = 0; n < TIMES; n += 1) await append(`${String(writer)}.${String(n)}`);
  });
  const now = await read();
  const words = Array.from(
    { length: WRITERS * TIMES },
    (_, n) => `${String(Math.floor(n / TIMES))}.${String(n % TIMES)}`,
  );
  expect(String(now['words']).split(' ').toSorted()).toEqual(words.toSorted());
  expect(now.version).toBe(WRITERS * TIMES + 1);
  expect(await records.history(clerk, 'account', account.id)).toHaveLength(WRITERS * TIMES + 1);
});

it('32 writers who each write a field of their own all find it there', { timeout: 120_000 }, async () => {
  await atOnce(async (writer) => {
    let { version } = account;
    for (let n = 1; n <= TIMES; n += 1)
      ({ version } = await records.update(
        clerk,
        'account',
        { idOrKey: account.id, body: { [FIELDS[writer] ?? '']: n } },
        { ...PLAIN, version },
      ));
  });
  const now = await read();
  expect(FIELDS.map((field) => now[field])).toEqual(FIELDS.map(() => TIMES));
});

it('32 who press a button once see it done once', { timeout: 120_000 }, async () => {
  const pressed = await atOnce(() =>
    records.transition(clerk, 'account', { idOrKey: account.id, transition: 'shut', body: {} }, PLAIN).then(
      () => 'done',
      (reason: unknown) => (reason instanceof Refusal ? reason.code : Promise.reject(reason as Error)),
    ),
  );
  expect(pressed.filter((code) => code === 'done')).toHaveLength(1);
  expect(
    (await records.history(clerk, 'account', account.id)).filter(({ kind }) => kind === 'transition'),
  ).toHaveLength(1);
});

it('32 who add to what is summed up: the sum is right, and the numbers have no gap', { timeout: 120_000 }, async () => {
  await atOnce(async (writer) => {
    for (let n = 0; n < TIMES; n += 1) {
      const entry = await records.create(clerk, 'entry', { account: account.id, amount: 1 }, PLAIN);
      await records.update(clerk, 'entry', { idOrKey: entry.id, body: { amount: writer + 1 } }, PLAIN);
    }
  });
  expect((await read())['total']).toBe((TIMES * WRITERS * (WRITERS + 1)) / 2);
  const { items } = await records.list(clerk, 'entry', new URLSearchParams('size=100&sort=-number'));
  expect(items[0]?.['number']).toBe(String(WRITERS * TIMES));
});
