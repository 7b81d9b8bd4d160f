import { rightsFor, type HistoryEntry, type Model, type RecordValue, type Wire } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../storage/database/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Caller, Records } from './context/records.ts';
import type { ImportSource } from './context/import-source.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const SPECIFICATION = `ninefold: 1
purpose: { name: effects, languages: [en] }
roles:
  clerk: { quote: all, order: { read: true }, parcel: { read: true } }
  buyer: { order: { read: true, history: true } }
  boss: { quote: all, order: all, parcel: all, item: all, node: all }
entities:
  item: { fields: { name: { type: string }, price: { type: number } } }
  quote:
    title: name
    fields:
      name: { type: string }
      asked_by: { type: reference, to: user }
      rows: { type: lines, fields: { item: { type: reference, to: item }, qty: { type: integer }, note: { type: string } } }
  order:
    fields:
      number: { type: sequence, pattern: "O-{0000}" }
      name: { type: string, max: 20 }
      quote: { type: reference, to: quote }
      buyer: { type: reference, to: user }
      by_default: { type: reference, to: user, default: = user }
      secret: { type: string, read_only: true }
      rows: { type: lines, fields: { item: { type: reference, to: item }, qty: { type: integer }, sum: { type: number, computed: line.qty * line.item.price } } }
      total: { type: number, computed: "sum(record.rows.map(r, r.sum))" }
      parcels: { type: integer, computed: size(record.parcel_by_order) }
  parcel:
    fields:
      order: { type: reference, to: order }
      item: { type: reference, to: item }
      label: { type: string }
      weight: { type: number, min: 1 }
  node:
    tree: parent
    fields: { name: { type: string }, parent: { type: reference, to: node, inverse: children } }
states:
  quote:
    initial: open
    states: { open: {}, won: {}, split: {}, dropped: { final: true } }
    transitions:
      win:
        from: open
        to: won
        by: [clerk, boss]
        input: { comment: { type: string } }
        create:
          order: { name: = record.name, quote: = record, buyer: = user, secret: = input.comment, rows: = record.rows }
      split:
        from: open
        to: split
        by: boss
        create:
          each: "record.rows.filter(r, r.qty > 0)"
          order: { name: = each.item.name, quote: = record, rows: [{ item: = each.item, qty: = each.qty * 2 }] }
        fire: { each: record.order_by_quote, transition: pack }
      drop: { from: [won, split], to: dropped, by: boss, fire: { each: record.order_by_quote, transition: cancel } }
      join: { from: open, to: won, by: boss, create: { order: { name: = record.name + record.name + record.name } } }
  order:
    initial: new
    states: { new: {}, packed: {}, cancelled: { final: true } }
    transitions:
      create: { to: new, by: boss, create: { each: record.rows, parcel: { order: = record, item: = each.item, label: = record.number, weight: = each.qty } } }
      pack: { from: new, to: packed, set: { name: = record.name + "!" } }
      cancel: { from: new, to: cancelled, by: clerk }
  node:
    initial: on
    states: { on: {}, off: {} }
    transitions:
      create: { to: on, by: boss, create: { item: { name: = record.name } } }
      stop: { from: on, to: off, by: boss, fire: { each: record.children, transition: stop } }
`;

let db: Database;
let records: Records;
let model: Model;
let clerk: Caller;
let boss: Caller;

beforeEach(async () => {
  db = await openTestDatabase();
  ({ model } = applicationOf(SPECIFICATION));
  await migrate(db, model);
  records = createRecords(db, model, () => '2026-03-02T09:00:00.000Z');
  [clerk, boss] = [await person('clerk'), await person('boss')];
});

afterEach(() => db.close());

async function person(role: string): Promise<Caller> {
  const id = await records.addUser({ name: role, email: `${role}@t.test`, language: null, roles: [role] });
  const me = await records.me(id);
  if (!me) throw new Error('nobody');
  return { me, rights: rightsFor(model, me.roles), via: 'call' };
}

const make = (entity: string, body: object): Promise<RecordValue> => records.create(boss, entity, body, PLAIN);
const fire = (entity: string, id: string, transition: string, caller = boss, body: object = {}): Promise<RecordValue> =>
  records.transition(caller, entity, { idOrKey: id, transition, body }, PLAIN);
const all = async (entity: string): Promise<readonly RecordValue[]> =>
  (await records.list(boss, entity, new URLSearchParams({ sort: 'created_at' }))).items;
const orders = (): Promise<readonly RecordValue[]> => all('order');
const whole = async (entity: string): Promise<readonly RecordValue[]> =>
  Promise.all((await all(entity)).map(({ id }) => records.get(boss, entity, id)));
const history = (entity: string, id: string): Promise<readonly HistoryEntry[]> => records.history(boss, entity, id);

async function quote(quantities: readonly number[] = [2, 3]): Promise<string> {
  const rows = await Promise.all(
    quantities.map(async (qty) => ({
      item: (await make('item', { name: `item${qty}`, price: 10 })).id,
      qty,
      note: 'x',
    })),
  );
  return (await make('quote', { name: 'Q', rows })).id;
}

describe('create', () => {
  test('makes a record as the application, with values of the record, of its form and of who fired it', async () => {
    const id = await quote();
    await fire('quote', id, 'win', clerk, { input: { comment: 'soon' } });
    const [order] = await whole('order');
    expect(order).toMatchObject({
      ...{ number: 'O-0001', name: 'Q', secret: 'soon', state: 'new', total: '50.00', parcels: 2, version: 1 },
      ...{ created_by: null, by_default: null },
      quote: { id },
      buyer: { id: clerk.me.id },
    });
  });

  test('takes the fields of lines that have the same names, with ids of their own', async () => {
    const id = await quote();
    await fire('quote', id, 'win');
    const [given, [order]] = [await records.get(boss, 'quote', id), await whole('order')];
    const rowsOf = (record: RecordValue | undefined): readonly { readonly id: string; readonly qty: number }[] =>
      record?.['rows'] as unknown as readonly { readonly id: string; readonly qty: number }[]; // lines of this specification
    expect(rowsOf(order).map(({ qty }) => qty)).toEqual([2, 3]);
    const ids = [...rowsOf(order), ...rowsOf(given)].map((row) => row.id);
    expect(new Set(ids).size).toBe(4);
  });

  test('runs what the creation of the other record does in turn, and its history says from where', async () => {
    const id = await quote();
    await fire('quote', id, 'win', clerk);
    const [[order], parcels] = [await orders(), await all('parcel')];
    expect(parcels.map(({ label }) => label)).toEqual(['O-0001', 'O-0001']);
    const made = await history('order', order?.id ?? '');
    expect(made).toMatchObject([
      {
        kind: 'create',
        by: null,
        via: 'system',
        cause: { kind: 'effect', name: 'win', entity: 'quote', record: { id, title: 'Q' } },
      },
    ]);
    const [parcel] = await history('parcel', parcels[0]?.id ?? '');
    expect(parcel).toMatchObject({ by: null, cause: { name: 'create', entity: 'order', record: { id: order?.id } } });
  });

  test('makes one for each item, and later effects see what those before them have made', async () => {
    await fire('quote', await quote([2, 0, 4]), 'split');
    const made = await whole('order');
    expect(made.map(({ name, state, total }) => [name, state, total]).sort()).toEqual([
      ['item2!', 'packed', '40.00'],
      ['item4!', 'packed', '80.00'],
    ]);
  });

  test('undoes everything where the new record is refused, and names no field of it', async () => {
    const id = (await make('quote', { name: 'a long name' })).id;
    await expect(fire('quote', id, 'join')).rejects.toMatchObject({
      code: 'effect_refused',
      params: { entity: 'order' },
      problems: [{ path: '', code: 'too_long', params: {} }],
    });
    expect(await records.get(boss, 'quote', id)).toMatchObject({ state: 'open', version: 1 });
    expect(await orders()).toEqual([]);
    expect(await history('quote', id)).toHaveLength(1);
  });

  test('undoes everything where something further down is refused', async () => {
    const id = await quote([2, 0]); // a parcel of no weight
    await expect(fire('quote', id, 'win')).rejects.toMatchObject({
      code: 'effect_refused',
      params: { entity: 'parcel' },
    });
    expect([await orders(), await all('parcel')]).toEqual([[], []]);
  });
});

describe('fire', () => {
  test('fires a transition that nobody else can, asking nobody for rights', async () => {
    await fire('quote', await quote(), 'split');
    const [order] = await orders();
    await expect(fire('order', order?.id ?? '', 'pack')).rejects.toMatchObject({ code: 'not_your_role' });
    const [packed] = await history('order', order?.id ?? '');
    expect(packed).toMatchObject({ transition: 'pack', from: 'new', to: 'packed', by: null, cause: { name: 'split' } });
  });

  test('refuses all where one of the records is in another state', async () => {
    const id = await quote();
    await fire('quote', id, 'win');
    const [order] = await orders();
    await fire('order', order?.id ?? '', 'cancel', clerk);
    await expect(fire('quote', id, 'drop')).rejects.toMatchObject({
      code: 'effect_refused',
      problems: [{ code: 'wrong_state' }],
    });
    expect(await records.get(boss, 'quote', id)).toMatchObject({ state: 'won' });
  });

  test('goes from record to record as deep as the limit says, and no deeper', async () => {
    const chain = async (length: number): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let at = 0; at < length; at += 1)
        ids.push((await make('node', { name: `n${at}`, parent: ids.at(-1) ?? null })).id);
      return ids;
    };
    const states = async (ids: readonly string[]): Promise<ReadonlySet<unknown>> =>
      new Set(await Promise.all(ids.map(async (id) => (await records.get(boss, 'node', id)).state)));
    const [fits, tooLong] = [await chain(11), await chain(12)];
    await fire('node', fits[0] ?? '', 'stop');
    expect(await states(fits)).toEqual(new Set(['off']));
    await expect(fire('node', tooLong[0] ?? '', 'stop')).rejects.toMatchObject({
      code: 'cascade_too_deep',
      params: { most: 10 },
    });
    expect(await states(tooLong)).toEqual(new Set(['on']));
  });
});

describe('effects by every way of writing', () => {
  test('a batch and a bulk action run them, and their dependants are right at the end', async () => {
    const ids = [await quote(), await quote(), await quote()];
    const writes = [{ action: 'transition', entity: 'quote', id: ids[0], transition: 'win' }];
    await records.batch(boss, { writes }, undefined);
    await records.bulk(
      boss,
      'quote',
      { action: 'transition', mode: 'all', ids: ids.slice(1), transition: 'win' },
      undefined,
    );
    const made = await whole('order');
    expect(made.map(({ number, parcels, total }) => [number, parcels, total]).sort()).toEqual([
      ['O-0001', 2, '50.00'],
      ['O-0002', 2, '50.00'],
      ['O-0003', 2, '50.00'],
    ]);
  });

  test('a bulk action that does what it can leaves out a record whose effects are refused, with all of them', async () => {
    const ids = [await quote([2, 0]), await quote()];
    const answer = await records.bulk(
      boss,
      'quote',
      { action: 'transition', mode: 'each', ids, transition: 'win' },
      undefined,
    );
    expect([answer.done, answer.failed]).toEqual([1, 1]);
    expect([(await orders()).length, (await all('parcel')).length]).toEqual([1, 2]);
  });

  /** Rows of a file with these fields, as a reader of files gives them. */
  const rowsOf = (fields: readonly string[], rows: readonly Readonly<Record<string, Wire>>[]): ImportSource => ({
    ...{ encoding: 'utf-8', ambiguous: [], fields },
    columns: fields.map((field) => ({ title: field, field, sample: '' })),
    rows: async function* () {
      for (const values of rows) yield { row: 2, values, id: null, problems: [], written: () => null };
    },
  });

  test('an import that creates records runs what their creation does', async () => {
    const source = rowsOf(['name'], [{ name: 'a' }, { name: 'b' }]);
    await records.import(boss, 'node', { source, options: { mode: 'all', match: '' } });
    expect((await all('item')).map(({ name }) => name).sort()).toEqual(['a', 'b']);
  });

  const WAYS: Readonly<Record<string, (values: Readonly<Record<string, Wire>>) => Promise<unknown>>> = {
    'a call': (values) => make('order', values),
    'a bulk action': (values) =>
      records.bulk(boss, 'order', { action: 'create', mode: 'each', records: [values] }, undefined),
    'a batch': (values) => records.batch(boss, { writes: [{ action: 'create', entity: 'order', values }] }, undefined),
    'an import': (values) =>
      records.import(boss, 'order', {
        source: rowsOf(Object.keys(values), [values]),
        options: { mode: 'each', match: '' },
      }),
  };
  test.each(Object.entries(WAYS))(
    'a creation by %s makes a record for each line, named by its cause',
    async (_, way) => {
      await way({ name: 'A', rows: [{ qty: 2 }, { qty: 3 }] });
      const [order] = await orders();
      const parcels = await whole('parcel');
      expect(parcels.map(({ label, weight }) => [label, weight]).sort()).toEqual([
        ['O-0001', '2.00'],
        ['O-0001', '3.00'],
      ]);
      for (const { id } of parcels)
        expect(await history('parcel', id)).toMatchObject([
          { kind: 'create', by: null, cause: { kind: 'effect', name: 'create', record: { id: order?.id } } },
        ]);
      expect(await way({ name: 'B', rows: [{ qty: 0 }] }).then(isRefusedIn, () => true)).toBe(true);
      expect([(await orders()).length, (await all('parcel')).length]).toEqual([1, 2]);
    },
  );

  /** Whether an answer says that its one record was refused. */
  const isRefusedIn = (answer: unknown): boolean =>
    typeof answer === 'object' && answer !== null && 'failed' in answer && answer.failed === 1;
});

test('the history of what an effect made names its cause to those only who may read such records', async () => {
  const quote = await make('quote', { name: 'A' });
  await fire('quote', quote.id, 'win');
  const [order] = await orders();
  const causeFor = async (caller: Caller) => (await records.history(caller, 'order', order?.id ?? ''))[0]?.cause;
  expect(await causeFor(boss)).toMatchObject({ entity: 'quote', name: 'win', record: { id: quote.id } });
  expect(await causeFor(await person('buyer'))).toBeNull();
});
