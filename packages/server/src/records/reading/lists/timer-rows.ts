import {
  addToDate,
  isDate,
  isReadable,
  reactionTimer,
  startOfDay,
  stepsOf,
  timedReactions,
  timedTransitions,
  type Entity,
  type Expression,
  type Rights,
  type Scope,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { all, any, FALSE, join, sql, table, TRUE, value, type Sql } from '../../../storage/sql/sql.ts';
import type { PlanContext } from '../../context/context.ts';
import { rowsShowing } from '../../views/field-access.ts';
import { badParameter, type Filtering } from './list-params.ts';

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

/** The rows `t` that `due=` and `stuck=` leave. */
export function narrowedByTimers(
  context: PlanContext,
  entity: Entity,
  { rights, scope, asked }: { readonly rights: Rights; readonly scope: Scope; readonly asked: Asked },
): TimerRows {
  const found = [
    ...(asked.due === null ? [] : [dueRows(context, entity, { rights, scope, due: asked.due })]),
    ...(asked.stuck ? [stuckRows(entity, rights)] : []),
  ];
  return { all: all(found.map((one) => one.all)), page: all(found.map((one) => one.page)) };
}

/**
 * The rows `t` to which something happens by itself in a span of days (`due=`). A timer counts where the reader may read what decides
 * its moment, and the state that it moves.
 */
function dueRows(
  context: PlanContext,
  entity: Entity,
  { rights, scope, due }: { readonly rights: Rights; readonly scope: Scope; readonly due: string },
): TimerRows {
  const { from, to } = spanOf(due, scope);
  const span = [
    sql`x."next" IS NOT NULL`,
    ...(from === null ? [] : [sql`x."next" >= ${value(from)}`]),
    ...(to === null ? [] : [sql`x."next" < ${value(to)}`]),
  ];
  const named = (names: readonly string[]): TimerRows =>
    timerRows(entity, [...span, sql`x."transition" IN (${join(names.map(value), ', ')})`]);
  const groups = shownNames(context, entity, rights).map(({ names, fields }) => ({
    names,
    shown: rowsShowing(context, entity, { rights, fields, alias: 't' }),
  }));
  const open = groups.filter(({ shown }) => shown === TRUE).flatMap(({ names }) => names);
  const found = [
    ...(open.length === 0 ? [] : [{ names: open, shown: TRUE }]),
    ...groups.filter(({ shown }) => shown !== TRUE),
  ];
  const [only, ...others] = found;
  if (only === undefined) return { all: FALSE, page: FALSE };
  const page = any(found.map(({ names, shown }) => all([named(names).page, shown])));
  // several lists of many rows in one "or" are read row by row on PostgreSQL
  const whole = named(found.flatMap(({ names }) => names)).all;
  return { all: all([whole, others.length === 0 ? only.shown : page]), page };
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

interface Shown {
  readonly names: readonly string[];
  /** The fields that a reader of these timers has to read. */
  readonly fields: readonly string[];
}

/** The timers that this reader may be told of, by the fields on which that depends. */
function shownNames({ model }: PlanContext, entity: Entity, rights: Rights): readonly Shown[] {
  const ofTransitions = timedTransitions(entity).map(({ name, cycle, timer }) => ({
    name,
    read: timer.value,
    more: cycle === 'state' ? [] : [cycle],
  }));
  const ofReactions = timedReactions(entity).map((one) => ({ name: reactionTimer(one), read: one.when, more: [] }));
  const shown = [...ofTransitions, ...ofReactions].flatMap(({ name, read, more }) => {
    const own = isReadable(read, model, rights) ? ownFields(read) : null;
    return own === null ? [] : [{ name, fields: [...new Set([...own, ...more])].toSorted() }];
  });
  return [...Map.groupBy(shown, ({ fields }) => fields.join(' ')).values()].map((group) => ({
    names: group.map(({ name }) => name),
    fields: group[0]?.fields ?? [],
  }));
}

/** The fields of the record that an expression reads; null where it looks behind a reference. */
function ownFields({ reads }: Expression): readonly string[] | null {
  const own = reads.filter((path) => path.startsWith('record.')).map((path) => stepsOf(path).slice(1));
  return own.every(({ length }) => length === 1) ? own.flat() : null;
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
