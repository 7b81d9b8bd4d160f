import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { HistoryEntry, ImportAnswer, TimersAnswer } from '@ninefold/model';
import { expect } from 'vitest';
import type { Call } from './caller.ts';

/** Records that files bring in, in states of two life cycles, with a timer, a sum over them, and reactions and effects that an import with states leaves out. */
const SPECIFICATION = `ninefold: 1
purpose: { name: sheets, languages: [en], time_zone: UTC }
entities:
  shelf: { title: name, key: name, fields: { name: { type: string, required: true }, total: { type: integer, computed: 'sum(record.boxes.map(e, e.size))' } } }
  box:
    title: code
    key: code
    fields:
      code: { type: string, required: true }
      number: { type: sequence, pattern: "B-{00000}" }
      shelf: { type: reference, to: shelf, inverse: boxes, required: true }
      size: { type: integer, required: true }
      tags: { type: choices, options: [red, blue] }
  sticker: { fields: { box: { type: reference, to: box, inverse: stickers } } }
states:
  box:
    initial: open
    states: { open: { kind: waiting }, busy: { kind: active }, done: { kind: done, final: true } }
    transitions:
      create: { to: open, by: clerk, create: { sticker: { box: = record } } }
      finish: { from: open, to: done, by: clerk }
      lapse: { from: busy, to: open, after: = days(3) }
  box.delivery: { initial: here, states: { here: {}, sent: { final: true } }, transitions: { send: { from: here, to: sent, by: clerk } } }
roles:
  clerk: { runtime: [users, operate], shelf: all, sticker: all, user: { read: true }, box: { create: true, read: true, update: true, export: true, history: true, import: { states: true } } }
`;
const STATES = ['open', 'busy', 'done', ''] as const;
const DELIVERIES = ['here', 'sent', ''] as const;
/** So many rows have a file that is written in parts, which are ended after 1,000 rows or less than half a second. */
const ROWS = { each: 1100, all: 300 };
/** The histories and timers of so many boxes are read one by one. */
const READ = 12;
const DAY_MS = 86_400_000;

interface Row {
  readonly code: string;
  readonly size: string;
  readonly tags: readonly string[];
  readonly state: string;
  readonly delivery: string;
  /** Why it cannot be written; null: it can. */
  readonly wrong: 'required' | 'bad_option' | 'repeated_row' | null;
}

/** A file that somebody sends. */
export interface Sheet {
  readonly key: string;
  readonly mode: 'each' | 'all';
  readonly type: 'text/csv' | 'application/jsonl';
  readonly rows: readonly Row[];
  /** What was answered; `refused` where the whole file was; null: nothing was. */
  answer: ImportAnswer | 'refused' | null;
}

/** The folder of the specification, below `place`. */
export function writeSheets(place: string): string {
  const folder = join(place, 'spec');
  mkdirSync(join(folder, 'data/demo'), { recursive: true });
  writeFileSync(join(folder, 'app.yaml'), SPECIFICATION);
  writeFileSync(join(folder, 'data/shelf.csv'), 'name\nMain\n');
  writeFileSync(join(folder, 'data/demo/user.csv'), 'email,name,roles\nann@example.test,Ann,clerk\n');
  return folder;
}

/** Draws a file. Of those that are written as a whole, every other one has a mistake in its last row. */
function drawSheet(key: string, mode: Sheet['mode'], random: () => number): Sheet {
  const one = <T>(all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
  const rows: Row[] = [];
  const isWhole = mode === 'each' || random() < 0.5;
  for (let n = 0; n < ROWS[mode]; n += 1) {
    const plain: Row = {
      ...{ code: `${key}-${String(n)}`, size: String(Math.floor(random() * 100)), wrong: null },
      ...{ state: one(STATES), delivery: one(DELIVERIES), tags: one([[], ['red'], ['red', 'blue']]) },
    };
    const isWrong = mode === 'each' ? n > 0 && random() < 0.02 : !isWhole && n === ROWS.all - 1;
    const earlier = rows[Math.floor(random() * n)];
    const wrongs: readonly [Row, ...Row[]] = [
      { ...plain, size: '', wrong: 'required' },
      { ...plain, state: 'lost', wrong: 'bad_option' },
      ...(earlier?.wrong === null
        ? [{ ...plain, code: earlier.code, state: '', delivery: '', size: '777', wrong: 'repeated_row' as const }]
        : []),
    ];
    rows.push(isWrong ? one(wrongs) : plain);
  }
  return { key, mode, type: one(['text/csv', 'application/jsonl']), rows, answer: null };
}

function textOf({ type, rows }: Sheet): string {
  if (type === 'text/csv') {
    const lines = rows.map(({ code, size, tags, state, delivery }) =>
      [code, 'Main', size, tags.join(';'), state, delivery].join(),
    );
    return `${['code,shelf,size,tags,state,delivery', ...lines].join('\n')}\n`;
  }
  const filled = (text: string): string | null => (text === '' ? null : text);
  const lines = rows.map(({ code, size, tags, state, delivery }) =>
    JSON.stringify({
      code,
      shelf: 'Main',
      size: size === '' ? null : Number(size),
      tags,
      state: filled(state),
      delivery: filled(delivery),
    }),
  );
  return `${lines.join('\n')}\n`;
}

/** Sends one file after the other until the server is gone. */
export async function sendSheets(
  call: Call,
  sheets: Sheet[],
  { mode, sender, random }: { readonly mode: Sheet['mode']; readonly sender: string; readonly random: () => number },
): Promise<void> {
  for (let n = 0; ; n += 1) {
    const sheet = drawSheet(`${sender}-${String(n)}`, mode, random);
    sheets.push(sheet);
    if ((await sendSheet(call, sheet)) === null) return;
  }
}

/** Sends a file, by its key; what is answered is what was answered before. Null: nothing was. */
async function sendSheet(call: Call, sheet: Sheet): Promise<Sheet['answer']> {
  const { key, mode, type, rows } = sheet;
  const answer = await call('POST', `/api/box/import?mode=${mode}`, { sheet: textOf(sheet), type }, key);
  if (answer === null) return null;
  const first = type === 'text/csv' ? 2 : 1;
  const wrong = rows.flatMap((row, n) => (row.wrong === null ? [] : [[n + first, row.wrong]]));
  if (mode === 'all' && wrong.length > 0) {
    expect({ key, ...answer }).toMatchObject({ key, status: 409, json: { code: 'writes_refused' } });
    sheet.answer = 'refused';
    return sheet.answer;
  }
  const told = answer.json as unknown as ImportAnswer; // as the route answers it
  const { created, changed, failed, written } = told;
  expect({ key, status: answer.status, created, changed, failed, written }).toEqual({
    ...{ key, status: 200, created: rows.length - wrong.length, changed: 0, failed: wrong.length, written: true },
  });
  expect({ key, problems: told.problems.map(({ row, code }) => [row, code]) }).toEqual({ key, problems: wrong });
  if (sheet.answer !== null) expect(told).toEqual(sheet.answer);
  sheet.answer = told;
  return told;
}

/** A box, as the export writes it. */
interface Box {
  readonly id: string;
  readonly code: string;
  readonly number: string;
  readonly size: number;
  readonly tags: readonly string[];
  readonly state: string;
  readonly delivery: string;
}

async function boxesOf(call: Call): Promise<readonly Box[]> {
  const text = (await call.bytes('/api/box?format=jsonl&sort=number')).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Box); // as the export writes it
}

/** What a row makes. */
function madeBy({ code, size, tags, state, delivery }: Row): object {
  return { code, size: Number(size), tags, state: state || 'open', delivery: delivery || 'here' };
}

/**
 * Holds what is stored to what was sent. Of a file that was not answered the first rows are there, or none, and of one that is written
 * as a whole all or none; it is sent again then, and so is the last that was answered.
 */
export async function holdSheets(call: Call, sheets: readonly Sheet[]): Promise<void> {
  await holdBoxes(call, sheets);
  const [last] = sheets.filter(({ answer }) => answer !== null).slice(-1);
  const again = [...sheets.filter(({ answer }) => answer === null), ...(last ? [last] : [])];
  for (const sheet of again) expect([sheet.key, (await sendSheet(call, sheet)) !== null]).toEqual([sheet.key, true]);
  await holdBoxes(call, sheets);
}

async function holdBoxes(call: Call, sheets: readonly Sheet[]): Promise<void> {
  const boxes = await boxesOf(call);
  expect(boxes.map(({ number }) => number)).toEqual(boxes.map((_, n) => `B-${String(n + 1).padStart(5, '0')}`));
  const bySheet = Map.groupBy(boxes, ({ code }) => code.slice(0, code.lastIndexOf('-')));
  const last: Box[] = [];
  for (const sheet of sheets) {
    const found = bySheet.get(sheet.key) ?? [];
    const right = sheet.rows.filter(({ wrong }) => wrong === null);
    const isRefused = sheet.mode === 'all' && right.length < sheet.rows.length;
    const least = sheet.answer === null || isRefused ? 0 : right.length;
    const counts =
      sheet.mode === 'each' && sheet.answer === null ? found.length : found.length > 0 ? right.length : least;
    expect({ key: sheet.key, count: found.length }).toEqual({ key: sheet.key, count: isRefused ? 0 : counts });
    const shown = found.map(({ code, size, tags, state, delivery }) => ({ code, size, tags, state, delivery }));
    expect(shown).toEqual(right.slice(0, found.length).map(madeBy));
    last.push(...found.slice(-2));
  }
  expect(boxes.length).toBe(sheets.reduce((sum, { key }) => sum + (bySheet.get(key)?.length ?? 0), 0));
  await holdFollowing(call, boxes);
  const given = new Map(
    sheets.flatMap(({ rows }) => rows.filter(({ wrong }) => wrong === null).map((row) => [row.code, row])),
  );
  for (const box of last.slice(-READ)) await holdBox(call, box, given.get(box.code));
}

/** The sum over all boxes, their timers, and what their creation makes of those without a state. */
async function holdFollowing(call: Call, boxes: readonly Box[]): Promise<void> {
  const shelf = (await call('GET', '/api/shelf/Main'))?.json;
  expect(shelf?.['total']).toBe(boxes.reduce((sum, { size }) => sum + size, 0));
  const timers = (await call('GET', '/_/operate/timers?state=planned'))?.json as unknown as TimersAnswer; // as the route answers it
  expect(timers.counts).toEqual({
    stuck: 0,
    waiting: 0,
    planned: boxes.filter(({ state }) => state === 'busy').length,
  });
}

/** One box: its history says once that an import brought it in, its timer begins then, and its creation has fired where its row gives no state. */
async function holdBox(call: Call, { id, code, state }: Box, row: Row | undefined): Promise<void> {
  const at = `/api/box/${id}`;
  const record = (await call('GET', at))?.json ?? {};
  expect({ code, version: record['version'], since: record['state_since'] }).toEqual({
    code,
    version: 1,
    since: record['created_at'],
  });
  const history = (await call('GET', `${at}/history`))?.json['items'] as readonly HistoryEntry[];
  expect({ code, history: history.map(({ kind, to, via }) => ({ kind, to, via })) }).toEqual({
    code,
    history: [{ kind: 'create', to: state, via: 'import' }],
  });
  const due = (await call('GET', `${at}/due`))?.json['items'] as readonly { readonly due: string }[];
  const moment = new Date(Date.parse(String(record['created_at'])) + 3 * DAY_MS).toISOString();
  expect({ code, due: due.map((one) => one.due) }).toEqual({ code, due: state === 'busy' ? [moment] : [] });
  const stickers = await call('GET', `/api/sticker?f.box=eq:${id}&total=exact&size=1`);
  expect({ code, stickers: stickers?.json['total'] }).toEqual({
    code,
    stickers: row?.state === '' && row.delivery === '' ? 1 : 0,
  });
}

/** Resolves in the middle of whatever is sent: once so many more boxes are there, or a sender has ended, and a moment later. */
export async function brought(call: Call, more: number, sending: readonly Promise<void>[]): Promise<void> {
  let isEnded = false;
  const end = (): void => void (isEnded = true);
  void Promise.race(sending).then(end, end);
  const count = async (): Promise<number> =>
    Number((await call('GET', '/api/box?total=exact&size=1'))?.json['total'] ?? Infinity);
  const wanted = (await count()) + more;
  while (!isEnded && (await count()) < wanted) await setTimeout(5);
}
