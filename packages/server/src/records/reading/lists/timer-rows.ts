import { addToDate, isDate, startOfDay, type Entity, type Rights, type Scope } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Reader } from '../../../storage/database/database.ts';
import { all, any, FALSE, recalled, sql, table, TRUE, value, valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import type { PlanContext } from '../../context/context.ts';
import { conditionOf, type Found } from '../../views/conditions.ts';
import { countSql } from '../../views/count-sql.ts';
import { badParameter, type Filtering } from './list-params.ts';
import { calendarRow, named, shownCalendars, shownTimers, type ShownCalendar } from './shown-timers.ts';

/** The same rows `t` in two ways. */
export interface TimerRows {
  /** By an index of the timers, to find and count all of them. */
  readonly all: Sql;
  /** Row by row, for a scan in the order of a list that stops early. */
  readonly page: Sql;
  /** The same where they are so few that all of them can be found and sorted: `from` looks them up one by one. */
  readonly few: Found | null;
}

/** Up to so many timers are all looked at: a scan in an order that goes with the moments meets theirs at its end. */
const FEW_TIMERS = 50_000;

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
  /** The reader may read few records: each of these is looked up, not each timer. */
  readonly readsFew: boolean;
}

/** The rows `t` that `due=` and `stuck=` leave. */
export async function narrowedByTimers(
  context: PlanContext,
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
    few: fewest(found),
  };
}

/** One of them is looked up, and the others are checked. */
function fewest(found: readonly TimerRows[]): Found | null {
  const looked = found.find(({ few }) => few !== null);
  if (looked?.few == null) return null;
  const others = found.filter((one) => one !== looked).map((one) => one.page);
  return { from: looked.few.from, where: all([looked.few.where, ...others]) };
}

/**
 * The rows `t` to which something happens by itself in a span of days (`due=`). A timer counts where the reader may read what decides
 * its moment, and the state that it moves. The calendar of a reaction counts for the records to which it comes next.
 */
async function dueRows(
  context: PlanContext,
  entity: Entity,
  { rights, scope, reader, readsFew }: Omit<Narrowed, 'asked'>,
  span: Span,
): Promise<TimerRows> {
  const groups = shownTimers(context, entity, rights);
  const calendars = await comingCalendars(context, entity, { rights, reader, span });
  if (groups.length === 0 && calendars.length === 0) return { all: FALSE, page: FALSE, few: null };
  const inSpan = [
    sql`x."next" IS NOT NULL`,
    ...(span.from === null ? [] : [sql`x."next" >= ${value(span.from)}`]),
    ...(span.to === null ? [] : [sql`x."next" < ${value(span.to)}`]),
  ];
  const own = (names: readonly string[]): FoundTimers => foundTimers(entity, [...inSpan, named(names)]);
  const coming = calendars.map(({ reaction, shown }) => all([shown, conditionOf(context, entity, 't', reaction.when)]));
  const page = any([...groups.map(({ names, shown }) => all([own(names).page, shown])), ...coming]);
  const [only, ...others] = groups;
  if (readsFew) return rowByRow(entity, page);
  if (calendars.length > 0 || only === undefined) return { all: page, page, few: null };
  // several lists of many rows in one "or" are read row by row on PostgreSQL
  const whole = own(groups.flatMap(({ names }) => names));
  const rest = others.length === 0 ? only.shown : page;
  if (await areFew(reader, whole, scope))
    return { all: all([whole.all, rest]), page, few: { from: lookedUp(context, entity, whole), where: rest } };
  return { all: page, page, few: null }; // of many, the first ones are counted sooner row by row
}

function rowByRow(entity: Entity, page: Sql): TimerRows {
  return { all: page, page, few: { from: sql`${table(entity.id)} t`, where: page } };
}

/** The reactions whose calendar comes in a span, of which the reader may be told. */
async function comingCalendars(
  context: PlanContext,
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

/** The rows `t` of which a rule refuses what a timer does, for who may operate (`stuck=true`). */
async function stuckRows(
  context: PlanContext,
  entity: Entity,
  { rights, scope, reader, readsFew }: Omit<Narrowed, 'asked'>,
): Promise<TimerRows> {
  if (!rights.runtime.includes('operate')) throw new Refusal('forbidden', { params: { right: 'operate' } });
  const found = foundTimers(entity, [sql`x."stuck" IS NOT NULL`]);
  if (readsFew) return rowByRow(entity, found.page);
  const isFew = await areFew(reader, found, scope);
  return { ...found, few: isFew ? { from: lookedUp(context, entity, found), where: TRUE } : null };
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

function lookedUp({ dialect }: PlanContext, entity: Entity, { timers }: FoundTimers): Sql {
  return dialect.lookedUp(entity.id, 't', sql`SELECT DISTINCT x."record" ${timers}`);
}

async function areFew(reader: Reader, { timers }: FoundTimers, scope: Scope): Promise<boolean> {
  const statement = sql`SELECT ${countSql(timers, FEW_TIMERS + 1)} AS n`;
  const { rows } = await recalled(reader, statement, valuesOf(statement, scope));
  return Number(rows[0]?.['n'] ?? 0) <= FEW_TIMERS;
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
