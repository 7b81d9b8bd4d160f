import type { Model, Scope } from '@ninefold/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Database } from '../database/database.ts';
import { indexesOf } from '../schema/indexes.ts';
import { valuesOf } from '../sql/sql.ts';
import { compileSql } from './compile.ts';
import { BY_HAND } from './testing/by-hand.ts';
import { checked, DESK } from './testing/desk.ts';
import { makeTables, putRows } from './testing/postgres-rows.ts';
import type { Row, Rows } from './testing/rows.ts';

const TICKETS = 3000;
const PEOPLE = 60;
const NO_CREW = { 'crew.user': [], 'crew.team': [] };

/** Enough rows, each value often enough, for an index to be worth its while. */
function manyRows(): Rows {
  const at = (n: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 3_600_000).toISOString();
  const user = Array.from({ length: PEOPLE }, (_, n): Row => {
    return { id: `u${n}`, name: `n${n}`, roles: [], team: `t${n % 9}`, manager: null, teams: [], created_at: at(n) };
  });
  const team = Array.from(
    { length: 9 },
    (_, n): Row => ({ id: `t${n}`, name: `t${n}`, lead: null, seats: n, open: true }),
  );
  const ticket = Array.from({ length: TICKETS }, (_, n): Row => {
    const people = { requester: `u${n % PEOPLE}`, team: `t${n % 9}`, watchers: [`u${(n * 7) % PEOPLE}`], ...NO_CREW };
    const values = { cost: `${n % 500}.00`, ratio: null, count: n, urgent: n % 5 === 0, from: null, due: at(n) };
    const more = { priority: n % 40 === 0 ? 'low' : null, tags: [], lines: [], subject: `s${n}`, created_at: at(n) };
    return { id: `k${n}`, state: n % 3 === 0 ? 'closed' : 'new', ...people, ...values, ...more };
  });
  return { user, team, ticket };
}

/** The desk with an index on what its filters compare, as `index: true` asks for. */
function indexed(): Model {
  const { ticket } = DESK.entities;
  if (!ticket) throw new Error('no ticket');
  const wanted = new Set(['cost', 'due', 'priority']);
  const fields = Object.entries(ticket.fields).map(([id, field]) => [id, { ...field, index: wanted.has(id) }]);
  return { ...DESK, entities: { ...DESK.entities, ticket: { ...ticket, fields: Object.fromEntries(fields) } } };
}

const SCOPE: Scope = {
  limits: { top: '7.5' },
  now: '2026-03-05T12:00:00.000Z',
  today: '2026-03-05',
  timeZone: 'Europe/Berlin',
  user: { id: 'u1', team: { id: 't1' } },
};

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
  await db.alone(makeTables);
  await db.write((tx) => putRows(tx, manyRows()));
  await db.alone(async (tx) => {
    const tables = new Set(['ticket', 'ticket.watchers', '_history']);
    for (const index of indexesOf(indexed(), db.dialect))
      if (tables.has(index.table)) await tx.run(tx.dialect.schema.createIndex(index), []);
    await tx.run('ANALYZE', []);
  });
});
afterAll(() => db.close());

interface Plan {
  readonly [key: string]: unknown;
  readonly Plans?: readonly Plan[];
}

/** What a plan does with which table and index; the conditions themselves are written differently. */
const SAME = ['Node Type', 'Relation Name', 'Index Name', 'Join Type', 'Parent Relationship', 'Scan Direction'];
const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Hash Cond', 'Join Filter'];

function shapeOf(plan: Plan): unknown {
  return {
    ...Object.fromEntries(SAME.flatMap((key) => (key in plan ? [[key, plan[key]]] : []))),
    by: CONDITIONS.filter((key) => key in plan),
    plans: (plan.Plans ?? []).map(shapeOf),
  };
}

async function explained(where: string, values: readonly unknown[]): Promise<Plan> {
  const text = `EXPLAIN (FORMAT JSON) SELECT t."id" FROM "ticket" AS t WHERE t."trashed_at" IS NULL AND (${where})`;
  const [row] = await db.read.all(text, values as readonly string[]);
  const told: unknown = row?.['QUERY PLAN'];
  const [found] = (typeof told === 'string' ? JSON.parse(told) : told) as readonly { readonly Plan: Plan }[];
  if (!found) throw new Error('no plan');
  return found.Plan;
}

test.each(BY_HAND)('%s has the plan of %s', async (source, byHand, values) => {
  const place = { model: DESK, dialect: db.dialect.expressions, entity: 'ticket', alias: 't' };
  const compiled = compileSql(checked(source, DESK, true), place);
  const [ours, theirs] = [await explained(compiled.text, valuesOf(compiled, SCOPE)), await explained(byHand, values)];
  expect(shapeOf(ours)).toEqual(shapeOf(theirs));
  expect(ours['Total Cost']).toBe(theirs['Total Cost']);
});
