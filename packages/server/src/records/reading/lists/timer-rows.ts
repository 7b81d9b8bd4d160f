import { addToDate, isDate, startOfDay, type Entity, type Rights, type Scope } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Reader } from '../../../storage/database/database.ts';
import {
  all,
  any,
  FALSE,
  raw,
  recalled,
  sql,
  table,
  TRUE,
  value,
  valuesOf,
  type Sql,
} from '../../../storage/sql/sql.ts';
import { timedReachOf, type Context } from '../../context/context.ts';
import { conditionOf, type Found } from '../../views/conditions.ts';
import { countSql } from '../../views/count-sql.ts';
import { badParameter, type Filtering } from './list-params.ts';
import { stuckStepsSql } from './waiting-rows.ts';
import { calendarRow, named, shownCalendars, shownTimers, type ShownCalendar } from './shown-timers.ts';

/** The same rows `t` in two ways. */
export interface TimerRows {
  /** By an index of the timers, to find and count all of them. */
  readonly all: Sql;
  /** Row by row, for a scan in the order of a list that stops early. */
  readonly page: Sql;
  /** The same where they are so few that all of them can be found and sorted: `from` looks them up one by one. */
  readonly few: Found | null;
  /** The same where they are many; to find a page of them of which a scan in the order of the list does not meet enough soon. */
  readonly many: ManyTimed | null;
}

/** The records of many timers. */
export interface ManyTimed extends Found {
  /** The records of some of the timers, as `from` has those of all. */
  readonly some: Sql;
  /** A statement with the ids of the records in its column `record`, of some several times. */
  readonly ids: Sql;
}

type Asked = Pick<Filtering, 'due' | 'stuck'>;

interface Span {
  /** From this moment on; null: however long ago. */
  readonly from: string | null;
  /** The first moment after it; null: however far ahead. */
  readonly to: string | null;
}

/** For whom rows are narrowed, and by what. */
interface Narrowed {
  readonly rights: Rights;
  readonly scope: Scope;
  readonly asked: Asked;
  readonly reader: Reader;
  /** All else leaves few records: each of these is looked up, not each timer. */
  readonly isFewElse: boolean;
}

/** The rows `t` that `due=` and `stuck=` leave. */
export async function narrowedByTimers(
  context: Context,
  entity: Entity,
  { asked, ...narrowed }: Narrowed,
): Promise<TimerRows> {
  const { due } = asked;
  const found = [
    ...(due === null ? [] : [await dueRows(context, entity, narrowed, spanOf(due, narrowed.scope))]),
    ...(asked.stuck ? [await stuckRows(context, entity, narrowed)] : []),
  ];
  return {
    all: all(found.map((one) => one.all)),
    page: all(found.map((one) => one.page)),
    few: oneOf(found, 'few'),
    many: oneOf(found, 'many'),
  };
}

/** One of them is looked up, and the others are checked. */
function oneOf<K extends 'few' | 'many'>(found: readonly TimerRows[], kind: K): TimerRows[K] {
  const looked = found.find((one) => one[kind] !== null);
  if (looked?.[kind] == null) return null;
  const others = found.filter((one) => one !== looked).map((one) => one.page);
  return { ...looked[kind], where: all([looked[kind].where, ...others]) };
}

/**
 * The rows `t` to which something happens by itself in a span of days (`due=`). A timer counts where the reader may read what decides
 * its moment, and the state that it moves. The calendar of a reaction counts for the records to which it comes next.
 */
async function dueRows(
  context: Context,
  entity: Entity,
  { rights, scope, reader, isFewElse }: Omit<Narrowed, 'asked'>,
  span: Span,
): Promise<TimerRows> {
  const groups = shownTimers(context, entity, rights);
  const calendars = await comingCalendars(context, entity, { rights, reader, span });
  if (groups.length === 0 && calendars.length === 0) return { all: FALSE, page: FALSE, few: null, many: null };
  const inSpan = [
    sql`x."next" IS NOT NULL`,
    ...(span.from === null ? [] : [sql`x."next" >= ${value(span.from)}`]),
    ...(span.to === null ? [] : [sql`x."next" < ${value(span.to)}`]),
  ];
  const own = (names: readonly string[]): FoundTimers => foundTimers(entity, [...inSpan, named(names)]);
  const coming = calendars.map(({ reaction, shown }) => all([shown, conditionOf(context, entity, 't', reaction.when)]));
  const page = any([...groups.map(({ names, shown }) => all([own(names).page, shown])), ...coming]);
  const [only, ...others] = groups;
  if (isFewElse) return rowByRow(entity, page);
  const whole = own(groups.flatMap(({ names }) => names));
  const timed = sql`SELECT x."record" ${whole.timers}`;
  if (calendars.length > 0 || only === undefined) {
    const reached = sql`SELECT t."id" AS "record" FROM ${table(entity.id)} t WHERE ${any(coming)}`;
    const ids = only === undefined ? reached : sql`${timed} UNION ALL ${reached}`;
    return { all: page, page, few: null, many: { ...foundAmong(context, entity, ids), where: page } };
  }
  // several lists of many rows in one "or" are read row by row on PostgreSQL
  const rest = others.length === 0 ? only.shown : page;
  if (await areFew(context, reader, whole, scope))
    return {
      all: all([whole.all, rest]),
      page,
      few: { from: lookedUp(context, entity, whole), where: rest },
      many: null,
    };
  return { all: page, page, few: null, many: { ...foundAmong(context, entity, timed), where: rest } };
}

function rowByRow(entity: Entity, page: Sql): TimerRows {
  return { all: page, page, few: { from: sql`${table(entity.id)} t`, where: page }, many: null };
}

/** The reactions whose calendar comes in a span, of which the reader may be told. */
async function comingCalendars(
  context: Context,
  entity: Entity,
  { rights, reader, span }: { readonly rights: Rights; readonly reader: Reader; readonly span: Span },
): Promise<readonly ShownCalendar[]> {
  const found: ShownCalendar[] = [];
  for (const calendar of shownCalendars(context, entity, rights)) {
    if (calendar.reaction.once) continue; // it comes to no record
    const next = (await calendarRow(reader, entity, calendar.reaction))?.['next'];
    if (typeof next === 'string' && isIn(span, next)) found.push(calendar);
  }
  return found;
}

function isIn({ from, to }: Span, moment: string): boolean {
  return (from === null || moment >= from) && (to === null || moment < to);
}

/** The rows `t` of which a rule refuses what a timer does, and those whose approvals nobody is left to give, for who may operate (`stuck=true`). */
async function stuckRows(
  context: Context,
  entity: Entity,
  { rights, scope, reader, isFewElse }: Omit<Narrowed, 'asked'>,
): Promise<TimerRows> {
  if (!rights.runtime.includes('operate')) throw new Refusal('forbidden', { params: { right: 'operate' } });
  const found = foundTimers(entity, [sql`x."stuck" IS NOT NULL`]);
  const approvals = any([...stuckStepsSql(context)(entity).values()]);
  if (approvals !== FALSE) {
    const page = any([found.page, approvals]);
    if (isFewElse) return rowByRow(entity, page);
    const ids = sql`SELECT x."record" ${found.timers} UNION ALL SELECT t."id" AS "record" FROM ${table(entity.id)} t WHERE ${approvals}`;
    return { all: page, page, few: null, many: { ...foundAmong(context, entity, ids), where: page } };
  }
  if (isFewElse) return rowByRow(entity, found.page);
  return (await areFew(context, reader, found, scope))
    ? { ...found, few: { from: lookedUp(context, entity, found), where: TRUE }, many: null }
    : {
        ...found,
        few: null,
        many: { ...foundAmong(context, entity, sql`SELECT x."record" ${found.timers}`), where: TRUE },
      };
}

/** The records `t` of timers, and these themselves. */
interface FoundTimers extends Pick<TimerRows, 'all' | 'page'> {
  /** `FROM … WHERE …` of the timers `x`. */
  readonly timers: Sql;
}

function foundTimers(entity: Entity, conditions: readonly Sql[]): FoundTimers {
  const found = all([sql`x."entity" = ${value(entity.id)}`, ...conditions]);
  const timers = sql`FROM ${table('_timer')} AS x WHERE ${found}`;
  return {
    timers,
    all: sql`t."id" IN (SELECT x."record" ${timers})`,
    page: sql`EXISTS (SELECT 1 ${timers} AND x."record" = t."id")`,
  };
}

function lookedUp({ dialect }: Context, entity: Entity, { timers }: FoundTimers): Sql {
  return dialect.lookedUp(entity.id, 't', sql`SELECT x."record" ${timers} GROUP BY x."record"`);
}

function foundAmong(context: Context, entity: Entity, ids: Sql): Omit<ManyTimed, 'where'> {
  const some = sql`SELECT "record" FROM (${ids} LIMIT ${raw(String(timedReachOf(context).timers))}) AS "some" GROUP BY "record"`;
  const { dialect } = context;
  return { from: dialect.among(entity.id, 't', ids), some: dialect.lookedUp(entity.id, 't', some), ids };
}

/** Up to so many are all looked up: a scan in an order that goes with the moments meets theirs at its end. */
function areFew(context: Context, reader: Reader, { timers }: FoundTimers, scope: Scope): Promise<boolean> {
  return areUpTo(reader, timers, { most: timedReachOf(context).timers, scope });
}

/** Whether these rows (`FROM … WHERE …`) are at most so many. */
export async function areUpTo(
  reader: Reader,
  rows: Sql,
  { most, scope }: { readonly most: number; readonly scope: Scope },
): Promise<boolean> {
  const statement = sql`SELECT ${countSql(rows, most + 1)} AS n`;
  const [counted] = (await recalled(reader, statement, valuesOf(statement, scope))).rows;
  return Number(counted?.['n'] ?? 0) <= most;
}

/** `<day>`: until its end. `<day>..<day>`: from the first to the end of the last, one of which may be missing. */
function spanOf(due: string, scope: Scope): Span {
  const days = due.split('..');
  const [last = '', first = ''] = days.toReversed();
  const from = first === '' ? null : startOf(first, 0, scope);
  const to = last === '' && from !== null ? null : startOf(last, 1, scope);
  if (days.length > 2 || (from !== null && to !== null && from >= to)) throw badParameter('due');
  return { from, to };
}

const AHEAD = /^(?<days>\d{1,3})d$/;

/** The first moment of a day (`2026-12-01`, `today`, `7d` from today), or of one some days later. */
function startOf(written: string, later: number, { today, timeZone }: Scope): string {
  const ahead = written === 'today' ? '0' : AHEAD.exec(written)?.groups?.['days'];
  if (ahead === undefined && !isDate(written)) throw badParameter('due');
  const days = Number(ahead ?? 0) + later;
  const day = addToDate(ahead === undefined ? written : today, { months: 0, days, ms: 0 });
  const start = day === null ? null : startOfDay(day, timeZone);
  if (start === null) throw badParameter('due');
  return start;
}
