import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { isLost, type Call } from './caller.ts';
import { FORM_FIELDS, formsOf, ROWS, shownForms } from './forms.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: till, languages: [en, ja] }
entities:
  account:
    title: name
    fields:
      name: { type: string, required: true }
      total: { type: integer, computed: 'sum(record.entries.map(e, e.amount))' }
      rows: { type: lines, fields: { what: { type: string } } }
  entry:
    title: note
    fields:
      number: { type: sequence, pattern: "E-{00000}" }
      account: { type: reference, to: account, inverse: entries, required: true }
      amount: { type: integer, required: true }
      note: { type: string, required: true, search: true }
      posted: { type: integer }${FORM_FIELDS}
states:
  entry:
    initial: open
    states: { open: { kind: waiting }, done: { kind: done, final: true } }
    transitions:
      post: { from: open, to: done, by: clerk, set: { posted: = record.amount } }
roles: { clerk: { runtime: [users], account: all, entry: all, user: { read: true } } }
`;

/** What a writer knows of an entry: whether each write was answered. */
export interface Entry {
  readonly note: string;
  readonly amount: number;
  /** The file of every tenth one, once it has arrived. */
  scan: string | null;
  id: string | null;
  posted: 'no' | 'asked' | 'yes';
}

/** All that was written, as far as the writers know. */
export interface Till {
  readonly entries: Entry[];
  account: string;
}

/** The folder of the specification, below `place`. */
export function writeTill(place: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
  writeFileSync(join(folder, 'data/demo/user.csv'), 'email,name,roles\nann@example.test,Ann,clerk\n');
  return folder;
}

/** Opens the account of the till. */
export async function openAccount(call: Call): Promise<string> {
  return String((await call('POST', '/api/account', { name: 'Main', rows: ROWS }))?.json['id']);
}

/** Writes one entry after the other until the server, or the database behind it, is gone. What was not answered is sent again by the same key after the restart. */
export async function write(call: Call, till: Till, writer: number, round: number): Promise<void> {
  for (let n = 0; ; n += 1) {
    const entry: Entry = {
      note: `${String(round)}-${String(writer)}-${String(n)}`,
      amount: randomInt(1, 100),
      scan: null,
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
  if (note.endsWith('0') && entry.scan === null && !(await upload(call, entry))) return false;
  const forms = { ...formsOf(note, till.account), scan: entry.scan };
  const answer = await call('POST', '/api/entry', { account: till.account, amount, note, ...forms }, note);
  if (isLost(answer)) return false;
  expect(answer).toMatchObject({ status: 201, json: { note, amount, ...shownForms(note, till.account) } });
  entry.id = String(answer.json['id']);
  return true;
}

async function upload(call: Call, entry: Entry): Promise<boolean> {
  const answer = await call('POST', '/api/_files?name=scan.json', Buffer.from(JSON.stringify({ note: entry.note })));
  if (isLost(answer)) return false;
  entry.scan = String(answer.json['id']);
  return true;
}

async function post(call: Call, entry: Entry): Promise<boolean> {
  entry.posted = 'asked';
  const answer = await call('POST', `/api/entry/${entry.id ?? ''}/post`, {}, `post-${entry.note}`);
  if (isLost(answer)) return false;
  expect(answer).toMatchObject({ status: 200, json: { state: 'done' } });
  entry.posted = 'yes';
  return true;
}

/** Resolves once so many entries have been created, or when a writer has ended. */
export async function created(till: Till, count: number, writing: readonly Promise<void>[]): Promise<void> {
  let isEnded = false;
  const end = (): void => void (isEnded = true);
  void Promise.race(writing).then(end, end);
  while (!isEnded && till.entries.filter(({ id }) => id !== null).length < count) await setTimeout(1);
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

/** Of so many entries, the last ones, the files are read. */
const FILES_READ = 200;

/** Sends again what was not answered, and holds what is stored to what was. */
export async function holdToAnswers(call: Call, till: Till): Promise<void> {
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
  const forms = new Map(stored.map((entry) => [entry['id'], entry]));
  for (const { id, note } of till.entries) expect(forms.get(id)).toMatchObject(shownForms(note, till.account));
  for (const { id, note, scan } of till.entries.slice(-FILES_READ).filter((entry) => entry.scan !== null)) {
    const file = await call('GET', `/api/entry/${id ?? ''}/scan/${scan ?? ''}`);
    expect(file).toEqual({ status: 200, json: { note } });
  }
  expect(stored.map(({ number }) => number)).toEqual(
    stored.map((_, index) => `E-${String(index + 1).padStart(5, '0')}`),
  );
  const account = await call('GET', `/api/account/${till.account}`);
  expect(account?.json['total']).toBe(wanted.reduce((sum, { amount }) => sum + amount, 0));
}

export async function holdHistory(call: Call, entries: readonly Entry[]): Promise<void> {
  for (const { id, posted } of entries) {
    const history = await call('GET', `/api/entry/${id ?? ''}/history`);
    const items = (history?.json['items'] ?? []) as readonly { readonly kind: string }[];
    const kinds = items.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(posted === 'yes' ? ['create', 'transition'] : ['create']);
  }
}
