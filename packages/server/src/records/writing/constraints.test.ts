// Also in the portable form: writes.
import { holds, type Model, type RecordValue, type Wire } from '@ninefold/model';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { settledSql } from '../../storage/expressions/settled.ts';
import { migrate } from '../migrate.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { applicationOf, openDesk, PLAIN, refusal, type Desk } from '../testing/open-desk.ts';
import { DESK } from '../testing/desk.yaml.ts';

/** A plan is one of its kind and year while it is in force: further drafts, and shut ones, may stand beside it. */
const PLANS = `  plan:
    index: [[state, year], [kind, created_at]]
    unique:
      - { fields: [kind, year], when: 'record.state in ["open"] && !record.spare && record.size != 0 && record.kind != "?"' }
    fields:
      kind: { type: string }
      year: { type: integer }
      size: { type: number, scale: 2, default: 1 }
      spare: { type: boolean }
`;
/** Takes over the kind of its plan, so that a change of the plan can make two the same. */
const LABELS = `  tag:
    fields:
      of: { type: reference, to: plan }
      code: { type: string, unique: true, computed: record.of.kind }
`;
const STATES = `  plan:
    initial: draft
    states: { draft: {}, open: {}, shut: { final: true } }
    transitions: { start: { from: draft, to: open, by: manager }, end: { from: open, to: shut, by: manager } }
`;
const YAML = DESK.replace('  team:\n    title', `${PLANS}${LABELS}  team:\n    title`)
  .replace('states:\n', `states:\n${STATES}`)
  .replace('    category: all\n', '    category: all\n    plan: all\n    tag: all\n');

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk(YAML);
});
afterEach(() => desk.close());

const make = (values: Readonly<Record<string, Wire>> = {}): Promise<RecordValue> =>
  desk.records.create(desk.people.max, 'plan', { kind: 'k', year: 2026, ...values }, PLAIN);
const press = (id: string, transition: string): Promise<RecordValue> =>
  desk.records.transition(desk.people.max, 'plan', { idOrKey: id, transition, body: {} }, PLAIN);
const opened = async (values: Readonly<Record<string, Wire>> = {}): Promise<RecordValue> =>
  press((await make(values)).id, 'start');
const codes = async (call: Promise<unknown>) =>
  (await refusal(call)).problems.map(({ code, path }) => `${code} ${path}`);

describe('unique while a condition holds', () => {
  it('counts only records for which it holds, by state too', async () => {
    const first = await opened();
    const second = await make();
    expect(await codes(press(second.id, 'start'))).toEqual(['not_unique kind']);
    await press(first.id, 'end');
    expect(await press(second.id, 'start')).toMatchObject({ state: 'open' });
  });

  it('looks again when only the condition comes to hold', async () => {
    await opened();
    const spare = await opened({ spare: true });
    const empty = await opened({ size: 0 });
    expect(
      await codes(desk.records.update(desk.people.max, 'plan', { idOrKey: spare.id, body: { spare: false } }, PLAIN)),
    ).toEqual(['not_unique kind']);
    expect(
      await codes(desk.records.update(desk.people.max, 'plan', { idOrKey: empty.id, body: { size: '0.01' } }, PLAIN)),
    ).toEqual(['not_unique kind']);
    expect(
      await desk.records.update(
        desk.people.max,
        'plan',
        { idOrKey: spare.id, body: { spare: false, year: 2027 } },
        PLAIN,
      ),
    ).toMatchObject({ year: 2027 });
  });

  it('leaves records alone that have a blank among the values', async () => {
    await opened({ kind: null });
    expect(await opened({ kind: null })).toMatchObject({ state: 'open' });
  });

  it('lets one of two that come at once through', async () => {
    const both = [await make(), await make()];
    const done = await Promise.allSettled(both.map(({ id }) => press(id, 'start')));
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is an index of the database: what comes past the records is refused', async () => {
    const [open, draft] = [await opened(), await make()];
    const set = (id: string) =>
      desk.db.write((tx) => tx.run(`UPDATE "plan" SET "state" = 'open' WHERE "id" = ?`, [id]));
    await expect(set(draft.id)).rejects.toThrow(/UNIQUE|unique/);
    await press(open.id, 'end');
    await set(draft.id);
  });
});

/** Each of them holds of some and not of other rows; the index takes every one. */
const CONDITIONS = [
  'record.kind == "it\'s ?"',
  'record.kind != "a"',
  'record.kind in ["a", "b"]',
  '!(record.kind in ["a"])',
  'record.kind > "a"',
  'record.size > 1.5',
  'record.size <= -1.005',
  '2 > record.size',
  'record.size in [1, 2.25]',
  'record.year == 2026',
  'record.year != 2026 && filled(record.year)',
  'record.spare',
  '!record.spare',
  'blank(record.kind) || record.spare',
  'record.state_final',
  'record.state != "shut"',
];

describe('conditions with their constants written out', () => {
  const conditioned = (condition: string): Model =>
    applicationOf(YAML.replace(/when: '[^']*'/, `when: '${condition.replaceAll("'", "''")}'`)).model;

  test.each(CONDITIONS)('an index takes %s', async (condition) => {
    const db = await openTestDatabase();
    await migrate(db, conditioned(condition));
    const indexes = await db.dialect.schema.indexes(db.read);
    expect(indexes.filter(({ name }) => name.startsWith('plan.kind.year.'))).toHaveLength(1);
    const more = { former: { renamed: [{ kind: 'entity', path: ['plan'], was: 'other' }], dropped: [] } } as const;
    expect((await migrate(db, conditioned(condition), [], more)).changes).toEqual([]);
    await db.close();
  });

  it('hold of the rows of which the evaluator says so', async () => {
    const kinds = ["it's ?", 'a', 'b', null];
    const made: RecordValue[] = [];
    for (const [index, size] of ['1', '2.25', '1.5', '-1.01', '-1', null].entries())
      for (const kind of kinds)
        made.push(await make({ kind, size, year: [2026, 2027, null][index % 3] ?? null, spare: index % 3 === 0 }));
    for (const { id } of made.filter((_, index) => index % 5 === 0)) await press((await press(id, 'start')).id, 'end');
    const now = await Promise.all(made.map(({ id }) => desk.records.get(desk.people.max, 'plan', id)));
    for (const condition of CONDITIONS) {
      const entity = conditioned(condition).entities['plan'];
      const when = entity?.unique[0]?.when;
      if (!when) throw new Error(condition);
      const text = settledSql(when, desk.model, desk.db.dialect.expressions, 'plan');
      const rows = await desk.db.read.all(`SELECT "id" FROM "plan" WHERE ${text} ORDER BY "id"`, []);
      const scope = { limits: {}, now: '', today: '', timeZone: 'UTC' };
      const held = now.filter((record) => holds(when, { ...scope, record }) === true).map(({ id }) => id);
      expect([condition, rows.map(({ id }) => id)]).toEqual([condition, held.toSorted()]);
      expect([condition, held.length > 0 && held.length < made.length]).toEqual([condition, true]);
    }
  });
});

test('a change that would make a computed value of two other records the same is refused, and changes nothing', async () => {
  const tag = (of: string) => desk.records.create(desk.people.max, 'tag', { of }, PLAIN);
  const [one, two] = [await make({ kind: 'one' }), await make({ kind: 'two' })];
  for (const { id } of [one, two]) await tag(id);
  const same = desk.records.update(desk.people.max, 'plan', { idOrKey: two.id, body: { kind: 'one' } }, PLAIN);
  expect(await codes(same)).toEqual(['not_unique ']);
  expect(await desk.records.get(desk.people.max, 'plan', two.id)).toMatchObject({ kind: 'two' });
  expect(await codes(tag(one.id))).toEqual(['not_unique code']);
});
