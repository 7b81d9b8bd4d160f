import {
  isReadable,
  reactionTimer,
  stepsOf,
  timedReactions,
  timedTransitions,
  type Entity,
  type EntityReaction,
  type Expression,
  type Rights,
} from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import { all, any, argument, FALSE, fromOne, join, sql, TRUE, value, type Sql } from '../../../storage/sql/sql.ts';
import type { Row } from '../../../storage/sql/sql-value.ts';
import type { PlanContext } from '../../context/context.ts';
import { rowsShowing } from '../../views/field-access.ts';

/** Timers of which a reader may be told on the same records. */
export interface ShownTimers {
  readonly names: readonly string[];
  /** The records `t` on which the reader may be told of them; `TRUE`: on all that they may read. */
  readonly shown: Sql;
}

/** A reaction with a calendar of which a reader may be told. */
export interface ShownCalendar {
  readonly reaction: EntityReaction;
  readonly shown: Sql;
}

/**
 * The timers of which a reader may be told: who may read what decides their moment, and the state that they move. None whose moment lies
 * behind a reference.
 */
export function shownTimers(context: PlanContext, entity: Entity, rights: Rights): readonly ShownTimers[] {
  const found = [
    ...timedTransitions(entity).map(({ name, cycle, timer }) => ({
      name,
      fields: fieldsDeciding(context, rights, timer.value, cycle === 'state' ? [] : [cycle]),
    })),
    ...timedReactions(entity).map((one) => ({
      name: reactionTimer(one),
      fields: fieldsDeciding(context, rights, one.when),
    })),
  ];
  const groups = [...Map.groupBy(found, ({ fields }) => fields?.join(' ')).values()].map((group) => ({
    names: group.map(({ name }) => name),
    shown: rowsWith(context, entity, rights, group[0]?.fields ?? null),
  }));
  const open = groups.filter(({ shown }) => shown === TRUE).flatMap(({ names }) => names);
  return [
    ...(open.length === 0 ? [] : [{ names: open, shown: TRUE }]),
    ...groups.filter(({ shown }) => shown !== TRUE && shown !== FALSE),
  ];
}

/** The reactions with a calendar of which a reader may be told. */
export function shownCalendars(context: PlanContext, entity: Entity, rights: Rights): readonly ShownCalendar[] {
  return timedReactions(entity)
    .filter(({ turnedBy }) => turnedBy === 'calendar')
    .map((reaction) => ({
      reaction,
      shown: rowsWith(context, entity, rights, fieldsDeciding(context, rights, reaction.when)),
    }))
    .filter(({ shown }) => shown !== FALSE);
}

/** Timers `x` of these names, on the records `t` on which the reader may be told of them. */
export function ofShown(groups: readonly ShownTimers[]): Sql {
  return any(groups.map(({ names, shown }) => all([named(names), shown])));
}

/** Timers `x` of one of these names. */
export function named(names: readonly string[]): Sql {
  return names.length === 0 ? FALSE : sql`x."transition" IN (${join(names.map(value), ', ')})`;
}

const CALENDAR = sql`SELECT t."transition", t."due", t."next", t."tried", t."stuck"
  ${fromOne('_timer', 'record', argument(0), sql`t."transition" = ${argument(1)}`)}`;

/** The row that says when the calendar of a reaction comes next; undefined where nobody has planned it yet. */
export async function calendarRow(reader: Reader, entity: Entity, reaction: EntityReaction): Promise<Row | undefined> {
  const [row] = await reader.all(CALENDAR, [entity.id, reactionTimer(reaction)]);
  return row;
}

/** The fields of the record that somebody has to read to be told of what an expression decides; null: they may not be told. */
function fieldsDeciding(
  { model }: PlanContext,
  rights: Rights,
  read: Expression,
  more: readonly string[] = [],
): readonly string[] | null {
  const own = isReadable(read, model, rights) ? ownFields(read) : null;
  return own === null ? null : [...new Set([...own, ...more])].toSorted();
}

function rowsWith(context: PlanContext, entity: Entity, rights: Rights, fields: readonly string[] | null): Sql {
  return fields === null ? FALSE : rowsShowing(context, entity, { rights, fields, alias: 't' });
}

/** The fields of the record itself that an expression reads; null where it looks behind a reference. */
export function ownFields({ reads }: Pick<Expression, 'reads'>): readonly string[] | null {
  const own = reads.filter((path) => path.startsWith('record.')).map((path) => stepsOf(path).slice(1));
  return own.every(({ length }) => length === 1) ? own.flat() : null;
}
