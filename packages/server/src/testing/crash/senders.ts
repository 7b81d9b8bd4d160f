import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { isLost, type Answered, type Call, type Send } from './caller.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: papers, languages: [en] }
entities:
  note:
    title: name
    comments: true
    fields: { name: { type: string, required: true }, paper: { type: file }, papers: { type: files }, lines: { type: lines, fields: { scan: { type: file } } } }
roles: { clerk: { runtime: [users], note: { create: true, read: true, update: true, comment: true }, user: { read: true } } }
`;

/** A file that somebody sends in pieces and puts into a record, as far as they know. */
export interface Sent {
  readonly name: string;
  readonly bytes: Buffer;
  /** Whether it goes into a field, a list of files, a line or a comment. */
  readonly into: 'paper' | 'papers' | 'lines' | 'comment';
  id: string | null;
  /** So many bytes were answered to be there. */
  received: number;
  isWhole: boolean;
  note: string | null;
  isBound: boolean;
}

/** The folder of the specification, below `place`. */
export function writePapers(place: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
  writeFileSync(join(folder, 'data/demo/user.csv'), 'email,name,roles\nann@example.test,Ann,clerk\n');
  return folder;
}

const PLACES = ['paper', 'papers', 'lines', 'comment'] as const;

/** Contents that several send: the same bytes come again and again. */
export function contents(lengths: readonly number[]): readonly Buffer[] {
  return lengths.map((length) => randomBytes(length));
}

/** Sends one file after the other, and binds each, until the server, or the database behind it, is gone. */
export async function send(call: Send, all: Sent[], of: readonly Buffer[], sender: string): Promise<void> {
  for (let n = 0; ; n += 1) {
    const sent: Sent = {
      name: `${sender}-${String(n)}`,
      bytes: of[randomInt(of.length)] ?? Buffer.alloc(0),
      into: PLACES[n % PLACES.length] ?? 'paper',
      ...{ id: null, received: 0, isWhole: false, note: null, isBound: false },
    };
    all.push(sent);
    if (!(await goOn(call, sent))) return;
  }
}

/** Goes on with a file where it was left: asks how much is there, sends the rest, and binds it by the same key. False: the server, or the database behind it, is gone. */
export async function goOn(call: Send, sent: Sent): Promise<boolean> {
  if (sent.isBound) return true;
  return (await pieces(call, sent)) && (await bind(call, sent));
}

async function pieces(call: Send, sent: Sent): Promise<boolean> {
  const { bytes, name } = sent;
  if (sent.id === null) {
    const begun = await call('POST', `/api/_files?name=${name}&size=${String(bytes.length)}`);
    if (isLost(begun)) return false;
    expect(begun.status).toBe(201);
    sent.id = String(begun.json['id']);
  }
  const at = `/api/_files/${sent.id}`;
  let state = await call('GET', at);
  for (;;) {
    if (isLost(state)) return false;
    expect([name, state.status, Number(state.json['received']) >= sent.received]).toEqual([name, 200, true]);
    sent.received = Number(state.json['received']);
    if (state.json['type'] !== null) break;
    expect([name, sent.isWhole]).toEqual([name, false]); // a file that was answered to be whole is
    const piece = bytes.subarray(sent.received, sent.received + randomInt(1, bytes.length + 2));
    state = await call('PATCH', `${at}?from=${String(sent.received)}`, piece.length === 0 ? undefined : piece);
  }
  expect(sent.received).toBe(bytes.length);
  sent.isWhole = true;
  return true;
}

async function bind(call: Send, sent: Sent): Promise<boolean> {
  const { into, id, name } = sent;
  const value = { paper: { paper: id }, papers: { papers: [id] }, lines: { lines: [{ scan: id }] }, comment: {} }[into];
  const made = sent.note === null ? await call('POST', '/api/note', { name, ...value }, name) : null;
  if (sent.note === null && isLost(made)) return false;
  if (made !== null) {
    expect([name, made.status, made.json['errors'] ?? null]).toEqual([name, 201, null]);
    sent.note = String(made.json['id']);
  }
  if (into === 'comment') {
    const path = `/api/note/${sent.note ?? ''}/comments`;
    const said = await call('POST', path, { text: name, files: [id] }, `say-${name}`);
    if (isLost(said)) return false;
    expect([name, said.status]).toEqual([name, 201]);
  }
  sent.isBound = true;
  return true;
}

/** Resolves once so many files have been bound, or when a sender has ended; then a moment later, in the middle of whatever is sent. */
export async function bound(all: readonly Sent[], count: number, sending: readonly Promise<void>[]): Promise<void> {
  let isEnded = false;
  const end = (): void => void (isEnded = true);
  void Promise.race(sending).then(end, end);
  while (!isEnded && all.filter(({ isBound }) => isBound).length < count) await setTimeout(1);
  await setTimeout(randomInt(30));
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Holds what is stored to what was answered: each file in one place, whole, byte for byte. */
export async function holdFiles(call: Call, all: readonly Sent[]): Promise<void> {
  const list = (answer: Answered, key: string): readonly Readonly<Record<string, unknown>>[] =>
    (answer?.json[key] ?? []) as readonly Readonly<Record<string, unknown>>[];
  for (const sent of all) {
    const { name, into, note, id, bytes } = sent;
    const found = await call('GET', `/api/note?f.name=eq:${name}`);
    expect([name, list(found, 'items').map((item) => item['id'])]).toEqual([name, [note]]);
    const place = async (): Promise<string> => {
      if (into !== 'comment') return into === 'lines' ? 'lines.scan' : into;
      const comments = list(await call('GET', `/api/note/${note ?? ''}/comments`), 'items');
      expect([name, comments.map(({ text }) => text)]).toEqual([name, [name]]);
      return `comments/${String(comments[0]?.['id'])}`;
    };
    const content = await call.bytes(`/api/note/${note ?? ''}/${await place()}/${id ?? ''}`);
    expect([name, content.length, hashOf(content)]).toEqual([name, bytes.length, hashOf(bytes)]);
  }
}
