import { rightsFor, type RecordValue } from '@ninefold/model';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: drawn, languages: [en] }
roles: { boss: { box: all, list: all, note: all } }
entities:
  box:
    title: name
    fields: { name: { type: string }, weight: { type: integer }, least: { type: integer, default: 0 } }
  list:
    fields:
      least: { type: integer }
      boxes: { type: references, to: box }
      rows: { type: lines, fields: { box: { type: reference, to: box }, qty: { type: integer } } }
  note: { fields: { list: { type: reference, to: list }, name: { type: string }, qty: { type: integer } } }
states:
  box:
    initial: open
    states: { open: {}, shut: {} }
    transitions: { close: { from: open, to: shut, when: record.weight < 9, set: { least: = record.least + 1 } } }
  list:
    initial: a
    states: { a: {} }
    transitions:
      tell: { from: a, to: same, by: boss, create: { each: "record.rows.filter(r, r.qty > record.least)", note: { list: = record, name: = each.box.name, qty: = each.qty } } }
      mention: { from: a, to: same, by: boss, create: { each: = record.boxes, note: { list: = record, name: = each.name, qty: = each.weight } } }
      close: { from: a, to: same, by: boss, fire: { each: "record.rows.map(r, r.box)", transition: close } }
`;

let db: Database;
let records: Records;
let boss: Caller;

beforeEach(async () => {
  db = await openTestDatabase();
  const { model } = applicationOf(SPECIFICATION);
  await migrate(db, model);
  records = createRecords(db, model, () => '2026-03-02T09:00:00.000Z');
  const id = await records.addUser({ name: 'Bo', email: 'bo@t.test', language: null, roles: ['boss'] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  boss = { me, rights: rightsFor(model, me.roles), via: 'call' };
});

afterEach(() => db.close());

const make = (entity: string, body: object): Promise<RecordValue> => records.create(boss, entity, body, PLAIN);
const get = (entity: string, id: string): Promise<RecordValue> => records.get(boss, entity, id);

interface Drawn {
  /** The weight of each box. */
  readonly boxes: readonly number[];
  readonly least: number;
  /** The box of each row by its number; null: blank. */
  readonly rows: readonly { readonly box: number | null; readonly qty: number }[];
}

const DRAWN = fc.record({
  boxes: fc.array(fc.integer({ min: 3, max: 9 }), { minLength: 1, maxLength: 4 }),
  least: fc.integer({ min: 0, max: 3 }),
  rows: fc.array(fc.record({ box: fc.option(fc.nat({ max: 3 }), { freq: 4 }), qty: fc.integer({ min: 0, max: 5 }) }), {
    maxLength: 6,
  }),
});

/** The rows with a box that is there, and those without any. */
function fitted({ boxes, rows, ...rest }: Drawn): Drawn {
  return { ...rest, boxes, rows: rows.map(({ box, qty }) => ({ box: box === null ? null : box % boxes.length, qty })) };
}

async function laid({ boxes, least, rows }: Drawn): Promise<{ list: string; ids: readonly string[] }> {
  const ids: string[] = [];
  for (const [index, weight] of boxes.entries()) ids.push((await make('box', { name: `box${index}`, weight })).id);
  const named = rows.map(({ box, qty }) => ({ box: box === null ? null : ids[box], qty }));
  const list = await make('list', { least, rows: named, boxes: [...new Set(named.flatMap(({ box }) => box ?? []))] });
  return { list: list.id, ids };
}

const fire = (id: string, transition: string): Promise<RecordValue | string> =>
  records
    .transition(boss, 'list', { idOrKey: id, transition, body: {} }, PLAIN)
    .catch((reason: { readonly code: string }) => reason.code);

async function notesOf(list: string): Promise<readonly string[]> {
  const { items } = await records.list(boss, 'note', new URLSearchParams({ size: '200' }));
  const notes = await Promise.all(items.map(({ id }) => get('note', id)));
  const own = notes.filter((note) => (note['list'] as { readonly id: string }).id === list); // every note has a list
  return own.map(({ name, qty }) => `${String(name)} ${String(qty)}`).toSorted();
}

test('`each` over lines makes what a simple loop over them makes', async () => {
  const same = async (drawn: Drawn): Promise<void> => {
    const { rows, least } = fitted(drawn);
    const { list } = await laid(fitted(drawn));
    await fire(list, 'tell');
    const expected = rows
      .filter(({ qty }) => qty > least)
      .map(({ box, qty }) => `${box === null ? 'null' : `box${box}`} ${qty}`);
    expect(await notesOf(list)).toEqual(expected.toSorted());
  };
  await fc.assert(fc.asyncProperty(DRAWN, same), fuzzRuns(12));
});

test('`each` over references takes each record once, and no blanks', async () => {
  const same = async (drawn: Drawn): Promise<void> => {
    const { boxes, rows } = fitted(drawn);
    const { list } = await laid(fitted(drawn));
    await fire(list, 'mention');
    const named = [...new Set(rows.flatMap(({ box }) => box ?? []))];
    expect(await notesOf(list)).toEqual(named.map((box) => `box${box} ${String(boxes[box])}`).toSorted());
  };
  await fc.assert(fc.asyncProperty(DRAWN, same), fuzzRuns(12));
});

test('`fire` fires once for each record, or for none where one of them refuses', async () => {
  const same = async (drawn: Drawn): Promise<void> => {
    const { boxes, rows } = fitted(drawn);
    const { list, ids } = await laid(fitted(drawn));
    const done = await fire(list, 'close');
    const named = [...new Set(rows.flatMap(({ box }) => box ?? []))];
    const isRefused = named.some((box) => (boxes[box] ?? 0) >= 9);
    expect(typeof done === 'string' ? done : 'done').toBe(isRefused ? 'effect_refused' : 'done');
    for (const [index, id] of ids.entries()) {
      const isShut = !isRefused && named.includes(index);
      const now = await get('box', id);
      expect(`${String(now.state)} ${String(now['least'])}`).toBe(isShut ? 'shut 1' : 'open 0');
    }
  };
  await fc.assert(fc.asyncProperty(DRAWN, same), fuzzRuns(12));
});
