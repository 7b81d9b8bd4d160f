import { limitValues, type Model, rightsFor, type Wire } from '@ninefold/model';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Database } from '../storage/database/database.ts';
import { quoted } from '../storage/sql/names.ts';
import type { Row } from '../storage/sql/sql-value.ts';
import type { Caller, Records } from './context/records.ts';
import type { Imported, ImportOptions, ImportRow, ImportSource } from './context/import-source.ts';
import { createRecords } from './create-records.ts';
import { migrate } from './migrate.ts';
import { applicationOf, PLAIN } from './testing/open-desk.ts';

const NOW = '2026-03-05T12:00:00.000Z';
const { NINEFOLD_PROVE_SEED: given = String(Date.now() % 1e6), NINEFOLD_PROVE_IMPORTS: runs = '6' } = process.env;

/** Rows of `every` are looked at before their transaction ends: a default reads a total of the rows before it, and a condition who may import. */
const MODELS = {
  every: modelWith('seen: { type: integer, default: = record.holder.total }', 'record.name != "Shut"'),
  numbered: modelWith("number: { type: sequence, pattern: 'T-{0000}' }", 'true'),
  plain: modelWith('', 'true'),
};

function modelWith(field: string, mayImport: string): Model {
  return applicationOf(`ninefold: 1
purpose: { name: batches, languages: [en] }
entities:
  holder:
    title: name
    key: name
    fields:
      name: { type: string, required: true }
      boss: { type: reference, to: user }
      total: { type: integer, computed: 'sum(record.things.map(t, t.size))' }
      large: { type: integer, computed: 'size(record.things.filter(t, t.size > 5))' }
  thing:
    title: tag
    key: code
    unique: [[name, size]]
    tree: above
    fields:
      tag: { type: string, required: true, search: true }
      ${field}
      code: { type: string, max: 8 }
      name: { type: string, max: 20 }
      size: { type: integer, max: 9 }
      holder: { type: reference, to: holder, inverse: things }
      above: { type: reference, to: thing, inverse: below }
      owner: { type: reference, to: user, default: = user }
      kind: { type: choice, options: [small, large] }
      tags: { type: choices, options: [red, blue] }
      readers: { type: references, to: user }
      rows:
        type: lines
        fields: { item: { type: string, required: true }, count: { type: integer }, twice: { type: integer, computed: line.count * 2 } }
      depth: { type: integer, computed: size(record.below) }
states:
  thing:
    initial: open
    states: { open: { kind: active }, done: { kind: done, locked: true } }
    transitions: { finish: { from: open, to: done } }
rules:
  thing:
    light: { check: "blank(record.size) || record.size != 8", at: size, message: "Not eight." }
    odd: { reject_when: record.size == 3, severity: warning, message: "Really three?" }
    above_small: { check: "blank(record.above) || record.above.kind != 'large'", message: "Below a large one." }
roles:
  boss:
    thing: { create: record.size != 7, read: true, update: record.name != "Kept", import: { when: ${mayImport}, states: true } }
    holder: all
    user: { refer: true, read: true }
  clerk:
    thing: { create: true, read: record.holder.boss == user, update: record.holder.boss == user, import: true }
    holder: { read: record.boss == user }
    user: { refer: true }
`).model;
}

/** The same numbers for the same seed. */
function drawnFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const COLUMNS = ['tag', 'code', 'name', 'size', 'holder', 'above', 'owner', 'kind', 'tags', 'readers', 'rows', 'state'];

/** Rows of which many are wrong, double, or about earlier ones. */
function rowsFrom(draw: (below: number) => number, count: number): readonly ImportRow[] {
  const one = <T>(...choices: readonly T[]): T => choices[draw(choices.length)] as T; // there is one
  return Array.from({ length: count }, (_, n): ImportRow => {
    const earlier = `t${String(draw(n + 2))}`;
    const own = `${String(n)}`;
    const wrong = (right: Wire, ...others: readonly Wire[]): Wire => (draw(12) === 0 ? one(...others) : right);
    const values: Record<string, Wire> = {
      tag: wrong(`t${own}`, earlier, null),
      code: wrong(one<Wire>(null, `c${own}`), `c${String(draw(n + 1))}`, `c${String(draw(n + 1))}`, 'much too long'),
      name: wrong(one(`n${own}`, `n${own}`, 'n1', null), 'Kept', 'Shut'),
      size: wrong(draw(7), 3, 7, 8, 12, 'many', null),
      holder: wrong(one('H1', 'H1', 'H2', 'H3', null), 'nowhere'),
      above: wrong(null, earlier, `c${String(draw(n + 1))}`),
      owner: wrong(one('ann@x.test', 'bob@x.test', null), 'nobody@x.test'),
      kind: wrong(one('small', 'small', 'large', null), 'huge'),
      tags: wrong(one<Wire>(['red'], ['red', 'blue'], []), ['green']),
      readers: wrong(one<Wire>([], ['bob@x.test'], ['ann@x.test', 'bob@x.test']), ['nobody@x.test']),
      rows: wrong(
        one<Wire>(
          [],
          [
            { item: 'x', count: draw(5) },
            { item: 'z', count: 2 },
          ],
        ),
        [{ count: 1 }],
      ),
      state: wrong(one(null, null, null, 'open', 'done'), 'lost'),
    };
    const kept = Object.entries(values).filter(([name]) => name === 'tag' || draw(4) > 0);
    return {
      row: n + 2,
      values: Object.fromEntries(draw(3) === 0 ? Object.entries(values) : kept),
      id: null,
      problems: [],
      written: () => null,
    };
  });
}

/** Without the rows that have the code of an earlier one: together, they are refused. */
function withoutRepeated(rows: readonly ImportRow[]): readonly ImportRow[] {
  const codes = rows.map(({ values }) => values['code'] ?? null);
  return rows.filter((_, at) => codes[at] === null || codes.indexOf(codes[at] ?? null) === at);
}

/** Rows without mistakes, so that many stand in one batch. */
function plainRows(draw: (below: number) => number, count: number): readonly ImportRow[] {
  return Array.from({ length: count }, (_, n): ImportRow => {
    const code = `c${String(draw(20) === 0 ? draw(n + 1) : n)}`;
    const values = { tag: `t${String(n)}`, code, size: draw(6), holder: `H${String(1 + draw(3))}` };
    return {
      row: n + 2,
      values: draw(40) === 0 ? { ...values, size: 8 } : values,
      id: null,
      problems: [],
      written: () => null,
    };
  });
}

function sourceOf(rows: readonly ImportRow[]): ImportSource {
  return {
    encoding: 'utf-8',
    columns: COLUMNS.map((field) => ({ title: field, field, sample: '' })),
    fields: COLUMNS,
    ambiguous: [],
    rows: async function* () {
      yield* rows;
    },
  };
}

interface Place {
  readonly db: Database;
  readonly records: Records;
  readonly people: Readonly<Record<'boss' | 'clerk', Caller>>;
}

async function opened(model: Model): Promise<Place> {
  const db = await openTestDatabase();
  await migrate(db, model, [], { now: NOW });
  const records = createRecords(db, model, () => NOW);
  const caller = async (name: string, role: string): Promise<Caller> => {
    const email = `${name}@x.test`;
    const me = await records.me(await records.addUser({ name, email, language: null, roles: [role] }));
    if (!me) throw new Error('nobody');
    return { me, rights: rightsFor(model, me.roles), via: 'screen' };
  };
  const people = { boss: await caller('ann', 'boss'), clerk: await caller('bob', 'clerk') };
  for (const [name, boss] of [
    ['H1', 'bob@x.test'],
    ['H2', 'ann@x.test'],
    ['H3', null],
  ] as const)
    await records.create(people.boss, 'holder', { name, boss }, PLAIN);
  return { db, records, people };
}

/** All that is stored, with names in the place of ids. */
async function stored(db: Database): Promise<unknown> {
  const all = (table: string, order = '1'): Promise<readonly Row[]> =>
    db.snapshot((reader) => reader.all(`SELECT * FROM ${quoted(table)} ORDER BY ${order}`, []));
  const named = {
    user: await all('user', '"name"'),
    holder: await all('holder', '"name"'),
    thing: await all('thing', '"tag", "code", "name", "size", "kind"'),
  };
  const names = new Map<unknown, string>();
  for (const [entity, rows] of Object.entries(named))
    for (const [index, { id }] of rows.entries()) names.set(id, `${entity} ${String(index)}`);
  const lines = async (table: string): Promise<readonly string[]> =>
    (await all(table)).map((row) => textOf(row, names)).toSorted();
  const things = named.thing.map((row) => textOf(row, names));
  const holders = named.holder.map((row) => textOf(row, names));
  const others = ['thing.tags', 'thing.readers', 'thing.rows', '_total', '_sequence', '_history'];
  return [things, holders, ...(await Promise.all(others.map(lines)))];
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function textOf(row: Row, names: ReadonlyMap<unknown, string>): string {
  const text = JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
  return text.replace(ID, (id) => names.get(id) ?? 'an id');
}

/** Problems that an answer lists. */
const SHOWN = Number(limitValues(MODELS.plain)['import_problems']);

interface Told {
  readonly counts: readonly number[];
  readonly problems: readonly unknown[];
}

function told(all: readonly Imported[]): Told {
  const sum = (of: (one: Imported) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    counts: [
      sum((one) => one.created),
      sum((one) => one.changed),
      sum((one) => one.unchanged),
      sum((one) => one.failed),
    ],
    problems: all.flatMap(({ problems }) => problems.map((problem) => JSON.stringify(problem).replace(ID, 'an id'))),
  };
}

interface Case {
  readonly model: Model;
  readonly who: 'boss' | 'clerk';
  readonly match: string;
}

/** What was told and stored after the rows went in together, and one by one. */
async function both({ model, who, match }: Case, rows: readonly ImportRow[]) {
  const options: ImportOptions = { mode: 'each', match };
  const [together, single] = [await opened(model), await opened(model)];
  try {
    for (const { records, people } of [together, single]) {
      const first = { source: sourceOf(plainRows(() => 1, 8)), options: { mode: 'each', match: '' } } as const;
      await records.import(people.boss, 'thing', first);
    }
    const done = await together.records.import(together.people[who], 'thing', { source: sourceOf(rows), options });
    const each: Imported[] = [];
    for (const row of rows)
      each.push(await single.records.import(single.people[who], 'thing', { source: sourceOf([row]), options }));
    const expected = told(each);
    return {
      together: [told([done]), await stored(together.db)],
      single: [{ ...expected, problems: expected.problems.slice(0, SHOWN) }, await stored(single.db)],
      created: expected.counts[0],
    };
  } finally {
    await together.db.close();
    await single.db.close();
  }
}

test.each(Array.from({ length: Number(runs) }, (_, n) => Number(given) + n))(
  'rows of one file are judged and stored like rows that are sent one by one (seed %i)',
  { timeout: 60_000 },
  async (seed) => {
    const draw = drawnFrom(seed);
    const who = draw(3) > 0 ? 'boss' : 'clerk';
    const model = Object.values(MODELS)[seed % 3] ?? MODELS.plain;
    const [match, drawn] = [draw(2) === 0 ? '' : 'code', rowsFrom(draw, 40)];
    const rows = match === '' ? drawn : withoutRepeated(drawn);
    const { together, single, created } = await both({ model, who, match }, rows);
    expect(together).toEqual(single);
    expect(created).toBeGreaterThan(0);
  },
);

test.each(['every', 'numbered', 'plain'] as const)(
  `a file that fills several batches, with few mistakes (%s, seed ${given})`,
  { timeout: 60_000 },
  async (name) => {
    const rows = plainRows(drawnFrom(Number(given)), 250);
    const { together, single, created } = await both({ model: MODELS[name], who: 'boss', match: '' }, rows);
    expect(together).toEqual(single);
    expect(created).toBeGreaterThan(200);
  },
);
