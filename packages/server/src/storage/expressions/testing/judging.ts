import { evaluate, formatDecimal, holds, type Expression, type Field, type Scope } from '@ninefold/model';
import { compileSql, compileValue, type SqlPlace } from '../compile.ts';
import { valuesOf, type Sql } from '../../sql/sql.ts';
import { scopeOf } from './data.ts';
import { checked, DESK } from './desk.ts';
import type { Engine } from './engine.ts';
import { holderOf, type Shown } from './holders.ts';
import type { Rows } from './rows.ts';

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

const MONEY = DESK.entities['ticket']?.fields['cost'] as Field; // the desk has it

/** What a limited caller may read, each as a condition on the record that holds the field; all fields of the caller's own record. */
const RIGHTS: Readonly<Record<string, Expression>> = {
  'ticket.cost': checked('record.urgent', DESK),
  'ticket.team': checked('record.state == "new"', DESK),
  'ticket.watchers': checked('filled(record.priority)', DESK),
  'ticket.papers': checked('record.count >= 0', DESK),
  'ticket.photo': checked('record.urgent || filled(record.from)', DESK),
  'ticket.pin': checked('!record.urgent', DESK),
  'ticket.lines': checked('record.count >= 0', DESK),
  'ticket.did.take': checked('record.urgent || record.count > 0', DESK),
  'ticket.doubled': checked('filled(record.ratio)', DESK),
  'team.lead': checked('record.open', DESK, false, 'team'),
  'user.name': checked('record == user || filled(record.team)', DESK, false, 'user'),
  'user.teams': checked('record == user || filled(record.manager)', DESK, false, 'user'),
  'user.roles': checked('record == user || filled(record.name)', DESK, false, 'user'),
};

/** The scope of a caller, and that of each row. */
interface View {
  readonly scope: Scope;
  readonly scopes: readonly Scope[];
}

/** The views of these rows, each made once. */
function viewsOf(rows: Rows): (one: Case) => View {
  const views = new Map<string, View>();
  return (one) => {
    const key = `${String(one.who)} ${one.zone} ${String(one.limited)}`;
    const view = views.get(key) ?? viewOf(rows, one);
    views.set(key, view);
    return view;
  };
}

function viewOf(rows: Rows, one: Case): View {
  const shown = one.limited ? shownIn(rows, one) : undefined;
  const scope = scopeOf(rows, one.who, one.zone, shown);
  const scopes = rows.ticket.map(({ id }) => ({ ...scope, record: holderOf(rows, 'ticket', { id, scope, shown }) }));
  return { scope, scopes };
}

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

/** A case with what the evaluator says and what the database is asked. */
interface Asked {
  readonly one: Case;
  readonly expected: string;
  /** `values` of the caller's own scope: nothing of the rows is told beforehand. */
  readonly fragment: Sql;
  readonly scope: Scope;
}

function ask(engine: Engine, rows: Rows, one: Case, { scope, scopes }: View): Asked {
  const expression = checked(one.source, DESK, one.guarded);
  const place = placeOf(engine, one);
  const fragment = one.number ? compileValue(expression, place, MONEY) : compileSql(expression, place);
  const ids = rows.ticket.map(({ id }) => id);
  const expected = one.number
    ? scopes.map((scopeOfRow) => numberText(evaluate(expression, scopeOfRow))).join(' ')
    : ids.filter((_, at) => holds(expression, scopes[at] ?? scope) === true).join(' ');
  return { one, expected, fragment, scope };
}

function numberText(value: unknown): string {
  return typeof value === 'bigint' ? formatDecimal(value, 2) : 'blank';
}

/** What each finds. All are asked in one statement, each with a WHERE of its own. */
async function answers(engine: Engine, list: readonly Asked[]): Promise<readonly string[]> {
  const parts = list.map(({ one, fragment: { text } }, at) =>
    one.number
      ? `SELECT ${at} AS "n", t."id" AS "id", ${text} AS "v" FROM "ticket" AS t`
      : `SELECT ${at} AS "n", t."id" AS "id" FROM "ticket" AS t WHERE ${text}`,
  );
  const values = list.flatMap(({ fragment, scope }) => valuesOf(fragment, scope));
  const found = await engine.all(`${parts.join(' UNION ALL ')} ORDER BY 1, 2`, values);
  const texts = list.map((): string[] => []);
  for (const row of found) texts[Number(row['n'])]?.push('v' in row ? moneyText(row['v']) : String(row['id']));
  return texts.map((each) => each.join(' '));
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

/** Where a statement with all of them is refused, each is asked by itself, so that the refusal has its case. */
async function answersOrRefusals(engine: Engine, list: readonly Asked[]): Promise<readonly string[]> {
  try {
    return await answers(engine, list);
  } catch (together) {
    const alone: string[] = [];
    for (const each of list) alone.push((await answers(engine, [each]).catch((error) => [String(error)])).join());
    if (list.every(({ expected }, at) => alone[at] === expected)) throw together;
    return alone;
  }
}

/** The first of these cases, all of one kind, on which the engine, which holds the rows, and the evaluator disagree. What the engine refuses to run is a difference too. */
export async function differenceAmong(engine: Engine, rows: Rows, list: readonly Case[]): Promise<Difference | null> {
  const views = viewsOf(rows);
  const asked: Asked[] = [];
  for (const one of list) {
    try {
      asked.push(ask(engine, rows, one, views(one)));
    } catch (error) {
      return { rows, case: one, found: String(error), expected: 'an answer' };
    }
  }
  const found = await answersOrRefusals(engine, asked);
  const at = asked.findIndex(({ expected }, index) => found[index] !== expected);
  const differing = asked[at];
  return differing ? { rows, case: differing.one, found: found[at] ?? '', expected: differing.expected } : null;
}

/** The same of one case, on rows that the engine does not hold yet. */
export async function differenceOf(engine: Engine, rows: Rows, one: Case): Promise<Difference | null> {
  await engine.fill(rows);
  return differenceAmong(engine, rows, [one]);
}
