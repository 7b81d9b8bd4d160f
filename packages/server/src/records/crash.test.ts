import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signIn, type Call } from '../testing/crash/caller.ts';
import { startProcess } from '../testing/crash/server-process.ts';
import { testPlace } from '../testing/test-database.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: till, languages: [en] }
entities:
  account:
    title: name
    fields:
      name: { type: string, required: true }
      total: { type: integer, computed: 'sum(record.entries.map(e, e.amount))' }
  entry:
    title: note
    fields:
      number: { type: sequence, pattern: "E-{00000}" }
      account: { type: reference, to: account, inverse: entries, required: true }
      amount: { type: integer, required: true }
      note: { type: string, required: true, search: true }
      posted: { type: integer }
states:
  entry:
    initial: open
    states: { open: { kind: waiting }, done: { kind: done, final: true } }
    transitions:
      post: { from: open, to: done, by: clerk, set: { posted: = record.amount } }
roles: { clerk: { runtime: [users], account: all, entry: all, user: { read: true } } }
`;

/** As often as this the server is killed; `npm run prove` asks for more. */
const KILLS = Number(process.env['NINEFOLD_PROVE_KILLS'] ?? '10');
const WRITERS = 8;
const LONGEST_MS = 700;

/** What a writer knows of an entry: whether each write was answered. */
interface Entry {
  readonly note: string;
  readonly amount: number;
  id: string | null;
  posted: 'no' | 'asked' | 'yes';
}

interface Till {
  readonly entries: Entry[];
  account: string;
}

/** Writes one entry after the other until the server is gone. What was not answered is sent again by the same key after the restart. */
async function write(call: Call, till: Till, writer: number, round: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const entry: Entry = {
      note: `${String(round)}-${String(writer)}-${String(n)}`,
      amount: randomInt(1, 100),
      id: null,
      posted: 'no',
    };
    till.entries.push(entry);
    if (!(await create(call, till, entry))) return;
    if (n % 2 === 1) continue;
    if (!(await post(call, entry))) return;
  }
}

async function create(call: Call, till: Till, entry: Entry): Promise<boolean> {
  const { note, amount } = entry;
  const answer = await call('POST', '/api/entry', { account: till.account, amount, note }, note);
  if (answer === null) return false;
  expect(answer).toMatchObject({ status: 201, json: { note, amount } });
  entry.id = String(answer.json['id']);
  return true;
}

async function post(call: Call, entry: Entry): Promise<boolean> {
  entry.posted = 'asked';
  const answer = await call('POST', `/api/entry/${entry.id ?? ''}/post`, {}, `post-${entry.note}`);
  if (answer === null) return false;
  expect(answer).toMatchObject({ status: 200, json: { state: 'done' } });
  entry.posted = 'yes';
  return true;
}

async function everything(call: Call): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = [];
  for (let after: unknown = undefined; after !== null; ) {
    const next = after === undefined ? '' : `&after=${encodeURIComponent(String(after))}`;
    const answer = await call('GET', `/api/entry?size=100&sort=number&total=none${next}`);
    if (answer?.status !== 200) throw new Error(JSON.stringify(answer));
    found.push(...(answer.json['items'] as typeof found));
    after = answer.json['next'];
  }
  return found;
}

/** Sends again what was not answered, and holds what is stored to what was. */
async function holdToAnswers(call: Call, till: Till): Promise<void> {
  for (const entry of till.entries) {
    const isCreated = entry.id !== null || (await create(call, till, entry));
    const isPosted = entry.posted !== 'asked' || (await post(call, entry));
    expect([isCreated, isPosted]).toEqual([true, true]);
  }
  const stored = await everything(call);
  const wanted = till.entries.map(({ id, note, amount, posted }) => ({
    id,
    note,
    amount,
    posted: posted === 'yes' ? amount : null,
    state: posted === 'yes' ? 'done' : 'open',
  }));
  const byNote = (a: { readonly note?: unknown }, b: { readonly note?: unknown }): number =>
    String(a.note).localeCompare(String(b.note));
  expect(
    stored.map(({ id, note, amount, posted, state }) => ({ id, note, amount, posted, state })).toSorted(byNote),
  ).toEqual(wanted.toSorted(byNote));
  expect(stored.map(({ number }) => number)).toEqual(
    stored.map((_, index) => `E-${String(index + 1).padStart(5, '0')}`),
  );
  const account = await call('GET', `/api/account/${till.account}`);
  expect(account?.json['total']).toBe(wanted.reduce((sum, { amount }) => sum + amount, 0));
}

async function holdHistory(call: Call, entries: readonly Entry[]): Promise<void> {
  for (const { id, posted } of entries) {
    const history = await call('GET', `/api/entry/${id ?? ''}/history`);
    const items = (history?.json['items'] ?? []) as readonly { readonly kind: string }[];
    const kinds = items.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(posted === 'yes' ? ['create', 'transition'] : ['create']);
  }
}

test(
  `killed ${String(KILLS)} times while ${String(WRITERS)} write: what was answered is there, whole and once`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const place = await testPlace();
    const folder = join(place.data, 'spec');
    mkdirSync(join(folder, 'data/demo'), { recursive: true });
    writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
    writeFileSync(join(folder, 'data/demo/user.csv'), 'email,name,roles\nann@example.test,Ann,clerk\n');
    const till: Till = { entries: [], account: '' };
    let checked = 0;
    for (let round = 0; round <= KILLS; round += 1) {
      const server = await startProcess(folder, join(place.data, 'data'), place.database);
      try {
        const call = await signIn(server.address, 'till', server.account);
        if (till.account === '')
          till.account = String((await call('POST', '/api/account', { name: 'Main' }))?.json['id']);
        await holdToAnswers(call, till);
        await holdHistory(call, till.entries.slice(checked, checked + 40));
        checked = till.entries.length;
        if (round === KILLS) break;
        const writing = Array.from({ length: WRITERS }, (_, writer) => write(call, till, writer, round));
        await new Promise((resolve) => setTimeout(resolve, randomInt(20, LONGEST_MS)));
        await server.kill();
        await Promise.all(writing);
      } finally {
        await server.kill();
      }
    }
    expect(till.entries.filter(({ posted }) => posted === 'yes').length).toBeGreaterThan(KILLS);
    await place.remove();
  },
);
