import { addToDate, isDate, startOfDay, type Entity, type Rights, type Scope } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import type { Reader } from '../../../storage/database/database.ts';
import { all, any, FALSE, sql, table, value, type Sql } from '../../../storage/sql/sql.ts';
import type { PlanContext } from '../../context/context.ts';
import { conditionOf } from '../../views/conditions.ts';
import { badParameter, type Filtering } from './list-params.ts';
import { calendarRow, named, shownCalendars, shownTimers, type ShownCalendar } from './shown-timers.ts';

/** The same rows `t` in two ways. */
export interface TimerRows {
  /** By an index of the timers, to find and count all of them. */
  readonly all: Sql;
  /** Row by row, for a scan in the order of a list that stops early. */
  readonly page: Sql;
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
}

/** The rows `t` that `due=` and `stuck=` leave. */
export async function narrowedByTimers(
  context: PlanContext,
  entity: Entity,
  { rights, scope, asked, reader }: Narrowed,
): Promise<TimerRows> {
  const { due } = asked;
  const found = [
    ...(due === null ? [] : [await dueRows(context, entity, { rights, reader, span: spanOf(due, scope) })]),
    ...(asked.stuck ? [stuckRows(entity, rights)] : []),
  ];
  return { all: all(found.map((one) => one.all)), page: all(found.map((one) => one.page)) };
}

/**
 * The rows `t` to which something happens by itself in a span of days (`due=`). A timer counts where the reader may read what decides
 * its moment, and the state that it moves. The calendar of a reaction counts for the records to which it comes next.
 */
async function dueRows(
  context: PlanContext,
  entity: Entity,
  { rights, reader, span }: { readonly rights: Rights; readonly reader: Reader; readonly span: Span },
): Promise<TimerRows> {
  const groups = shownTimers(context, entity, rights);
  const calendars = await comingCalendars(context, entity, { rights, reader, span });
  if (groups.length === 0 && calendars.length === 0) return { all: FALSE, page: FALSE };
  const inSpan = [
    sql`x."next" IS NOT NULL`,
    ...(span.from === null ? [] : [sql`x."next" >= ${value(span.from)}`]),
    ...(span.to === null ? [] : [sql`x."next" < ${value(span.to)}`]),
  ];
  const own = (names: readonly string[]): TimerRows => timerRows(entity, [...inSpan, named(names)]);
  const coming = calendars.map(({ reaction, shown }) => all([shown, conditionOf(context, entity, 't', reaction.when)]));
  const page = any([...groups.map(({ names, shown }) => all([own(names).page, shown])), ...coming]);
  const [only, ...others] = groups;
  if (calendars.length > 0 || only === undefined) return { all: page, page };
  // several lists of many rows in one "or" are read row by row on PostgreSQL
  const whole = own(groups.flatMap(({ names }) => names)).all;
  return { all: all([whole, others.length === 0 ? only.shown : page]), page };
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
function stuckRows(entity: Entity, rights: Rights): TimerRows {
  if (!rights.runtime.includes('operate')) throw new Refusal('forbidden', { params: { right: 'operate' } });
  return timerRows(entity, [sql`x."stuck" IS NOT NULL`]);
}

function timerRows(entity: Entity, conditions: readonly Sql[]): TimerRows {
  const timers = table('_timer');
  const found = all([sql`x."entity" = ${value(entity.id)}`, ...conditions]);
  return {
    all: sql`t."id" IN (SELECT x."record" FROM ${timers} AS x WHERE ${found})`,
    page: sql`EXISTS (SELECT 1 FROM ${timers} AS x WHERE x."record" = t."id" AND ${found})`,
  };
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
