import { evaluate, formatDecimal, holds, type Expression, type Field } from '@ninefold/model';
import fc from 'fast-check';
import { compileSql, compileValue, type SqlPlace } from '../compile.ts';
import { rowsOfDesk, scopeOf, zones } from './data.ts';
import { checked, DESK } from './desk.ts';
import type { Engine } from './engine.ts';
import { booleanOf, numberOf } from './expressions.ts';
import { holderOf, type Rows, type Shown } from './rows.ts';

/** One expression, asked by somebody somewhere. With `number` it is a number, asked for as a money field would store it. */
export interface Case {
  readonly source: string;
  readonly guarded: boolean;
  readonly who: string | null;
  readonly zone: string;
  readonly number?: true;
  /** True where the caller may not read everything. */
  readonly limited?: true;
}

/** Where the database and the evaluator disagree. */
export interface Difference {
  readonly rows: Rows;
  readonly case: Case;
  readonly found: string;
  readonly expected: string;
}

const EACH = 20;
const MONEY = DESK.entities['ticket']?.fields['cost'] as Field; // the desk has it

/** What a limited caller may read, each as a condition on the record that holds the field; all of what is his own. */
const RIGHTS: Readonly<Record<string, Expression>> = {
  'ticket.cost': checked('record.urgent', DESK),
  'ticket.team': checked('record.state == "new"', DESK),
  'ticket.watchers': checked('filled(record.priority)', DESK),
  'ticket.lines': checked('record.count >= 0', DESK),
  'ticket.doubled': checked('filled(record.ratio)', DESK),
  'team.lead': checked('record.open', DESK, false, 'team'),
  'user.name': checked('record == user || filled(record.team)', DESK, false, 'user'),
  'user.teams': checked('record == user || filled(record.manager)', DESK, false, 'user'),
  'user.roles': checked('record == user || filled(record.name)', DESK, false, 'user'),
};

/** The same of a row that is at hand. */
function shownIn(rows: Rows, { who, zone }: Case): Shown {
  const scope = scopeOf(rows, who, zone);
  return (table, record, field) => holds(RIGHTS[`${table}.${field}`] ?? null, { ...scope, record }) === true;
}

function placeOf(engine: Engine, { limited }: Case): SqlPlace {
  const place = { model: DESK, dialect: engine.dialect, entity: 'ticket', alias: 't' };
  if (limited !== true) return place;
  return { ...place, fieldReadable: (entity, field) => RIGHTS[`${entity}.${field}`] ?? true };
}

async function found(engine: Engine, rows: Rows, one: Case): Promise<string> {
  const expression = checked(one.source, DESK, one.guarded);
  const place = placeOf(engine, one);
  const fragment = one.number ? compileValue(expression, place, MONEY) : compileSql(expression, place);
  const values = fragment.values(scopeOf(rows, one.who, one.zone));
  if (!one.number) {
    const text = `SELECT t."id" FROM "ticket" AS t WHERE ${fragment.text} ORDER BY t."id"`;
    return (await engine.all(text, values)).map((row) => String(row['id'])).join(' ');
  }
  const text = `SELECT ${fragment.text} AS "v" FROM "ticket" AS t ORDER BY t."id"`;
  return (await engine.all(text, values)).map((row) => moneyText(row['v'])).join(' ');
}

/** SQLite keeps a scaled integer, PostgreSQL a number. */
function moneyText(value: unknown): string {
  if (value === null) return 'blank';
  return typeof value === 'bigint' ? formatDecimal(value * 10n ** 8n, 2) : formatText(String(value));
}

function formatText(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const rounded = `${whole}.${fraction.padEnd(2, '0')}`;
  return rounded === '-0.00' ? '0.00' : rounded;
}

function expected(rows: Rows, one: Case): string {
  const shown = one.limited ? shownIn(rows, one) : undefined;
  const scope = scopeOf(rows, one.who, one.zone, shown);
  const expression = checked(one.source, DESK, one.guarded);
  const scopes = rows.ticket.map(({ id }) => ({ ...scope, record: holderOf(rows, 'ticket', id, scope, shown) }));
  if (!one.number)
    return rows.ticket.flatMap(({ id }, at) => (holds(expression, scopes[at] ?? scope) === true ? [id] : [])).join(' ');
  return scopes
    .map((each) => evaluate(expression, each))
    .map((value) => (typeof value === 'bigint' ? formatDecimal(value, 2) : 'blank'))
    .join(' ');
}

/** The first of these on which the engine, which holds the rows, and the evaluator disagree. What the engine refuses to run is a difference too. */
async function differenceAmong(engine: Engine, rows: Rows, list: readonly Case[]): Promise<Difference | null> {
  for (const one of list) {
    const wanted = expected(rows, one);
    const got = await found(engine, rows, one).catch(String);
    if (got !== wanted) return { rows, case: one, found: got, expected: wanted };
  }
  return null;
}

export async function differenceOf(engine: Engine, rows: Rows, one: Case): Promise<Difference | null> {
  await engine.fill(rows);
  return differenceAmong(engine, rows, [one]);
}

/** Each condition also negated: what is undecided holds in no direction. */
function withNegation(one: Case): readonly Case[] {
  return one.number ? [one] : [one, { ...one, source: `!(${one.source})` }];
}

export interface Proof {
  readonly cases: number;
  readonly seed: number;
  readonly kind: 'conditions' | 'limited' | 'numbers';
}

function caseOf(kind: Proof['kind']): fc.Arbitrary<Case> {
  const base = { guarded: fc.boolean(), who: fc.constantFrom('u1', 'u2', null), zone: zones };
  if (kind === 'numbers')
    return fc.record({ ...base, source: numberOf(), guarded: fc.constant(false), number: fc.constant(true as const) });
  if (kind === 'limited') return fc.record({ ...base, source: booleanOf(), limited: fc.constant(true as const) });
  return fc.record({ ...base, source: booleanOf() });
}

/** Compares random cases on random rows; gives the smallest difference that shrinking the first one finds. */
export async function prove(engine: Engine, { cases, seed, kind }: Proof): Promise<Difference | null> {
  const list = fc.array(caseOf(kind), { minLength: EACH, maxLength: EACH });
  let last: Difference | null = null;
  const property = fc.asyncProperty(rowsOfDesk, list, async (rows, all) => {
    await engine.fill(rows);
    const difference = await differenceAmong(engine, rows, all.flatMap(withNegation));
    last = difference ?? last;
    return difference === null;
  });
  const perRun = kind === 'numbers' ? EACH : EACH * 2;
  const run = await fc.check(property, { numRuns: Math.ceil(cases / perRun), seed });
  if (run.failed && last === null) throw new Error(fc.defaultReportMessage(run));
  return last;
}
