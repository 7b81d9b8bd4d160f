import {
  dayAfter,
  evaluate,
  holds,
  isDate,
  lastOccurrence,
  nextOccurrence,
  reactionTimer,
  type CalendarPlace,
  type Every,
  type Scope,
} from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import { argument, fromOne, raw, sql, table, valuesOf, type Sql } from '../../../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../../../storage/sql/writes.ts';
import { writeContextIn, type RecordServices } from '../../services/write-context.ts';
import { conditionOf } from '../../views/conditions.ts';
import { runAlone } from '../actions/effects.ts';
import { refusalOf } from './refusal-of.ts';
import { WATCH, type Standing, type StandingRow } from './standing.ts';

/** So many records are made due in one transaction. */
const PAGE = 500;
/** No moment of a calendar comes any more. */
const NEVER = '9999-12-31T23:59:59.999Z';

const COLUMNS = columnsGiven(['record', 'transition', 'entity', 'rank', 'run', 'due', 'next']);
/** For the reaction and for single records: what was stuck of an earlier moment gives way to the new one. */
const PLAN = sql`${insertInto('_timer', 'record', COLUMNS)} ON CONFLICT ("record", "transition") DO UPDATE SET
  "run" = excluded."run", "due" = excluded."due", "next" = excluded."next", "tried" = NULL, "stuck" = NULL`;
const SEEN = sql`SELECT t."run", t."next" ${fromOne('_timer', 'record', argument(0), sql`t."transition" = ${argument(1)}`)}`;
const STUCK = sql`UPDATE ${target('_timer', argument(4))}
  SET "due" = ${argument(0)}, "next" = ${argument(1)}, "tried" = ${argument(2)}, "stuck" = ${argument(3)}
  WHERE "record" = ${argument(4)} AND "transition" = ${argument(5)}`;

/** A reaction whose moment has come. */
interface Come {
  readonly services: RecordServices;
  readonly standing: Standing;
  readonly row: StandingRow;
  readonly moment: string;
  /** When the calendar comes next after that. */
  readonly next: string;
}

/**
 * Fires a reaction by its calendar: once, or it makes due all records for which its condition holds. Its row has as `run` the last
 * moment that is done, and after a blank the last record that was made due for the next one. Of several moments that have passed the
 * last one counts. Where the calendar has changed, it counts from now on.
 */
export async function followCalendar(services: RecordServices, standing: Standing, scope: Scope): Promise<void> {
  const { reaction, row } = standing;
  const { every } = reaction;
  if (every === null) return;
  const place = placeOf(every, scope);
  const after = (moment: string): string => nextOccurrence(every, moment, place) ?? NEVER;
  if (row === undefined) return plan(services, standing, { last: scope.now, next: after(scope.now) });
  const [last = '', reached] = row.run.split(' ');
  const isBegun = reached !== undefined;
  if (!isBegun && row.tried === null && row.next > scope.now && row.due !== after(last)) {
    const from = last > scope.now ? last : scope.now;
    return plan(services, standing, { last: from, next: after(from) });
  }
  if (row.next > scope.now) return undefined;
  const passed = isBegun ? null : lastOccurrence(every, { after: last, until: scope.now }, place);
  const moment = passed ?? row.due;
  const come: Come = { services, standing, row, moment, next: after(moment) };
  return reaction.once ? fireOnce(come) : spread(come, scope, reached ?? '');
}

function placeOf({ skip }: Every, scope: Scope): CalendarPlace {
  const found = skip === null ? [] : evaluate(skip, scope);
  const days = Array.isArray(found) ? (found as readonly unknown[]) : []; // a list of the language
  return { timeZone: scope.timeZone, skipped: new Set(days.filter((day) => typeof day === 'string').filter(isDate)) };
}

async function plan(
  { context }: RecordServices,
  standing: Standing,
  { last, next }: { readonly last: string; readonly next: string },
): Promise<void> {
  await context.db.write(async (tx) => {
    if (await isAsSeen(tx, standing)) tx.later(PLAN, valuesFor(standing, { run: last, due: next, next }));
  }, WATCH);
}

function valuesFor(
  { entity, reaction, rank }: Standing,
  { run, due, next }: { readonly run: string; readonly due: string; readonly next: string },
  record = entity.id,
): readonly (string | number)[] {
  return [record, reactionTimer(reaction), entity.id, rank, run, due, next];
}

/** Another server may have gone on meanwhile. */
async function isAsSeen(tx: Writer, { entity, reaction, row }: Standing): Promise<boolean> {
  const [is] = await tx.all(SEEN, [entity.id, reactionTimer(reaction)]);
  return is?.['run'] === row?.run && is?.['next'] === row?.next;
}

async function fireOnce({ services, standing, moment, next }: Come): Promise<void> {
  const { entity, reaction, caller } = standing;
  await services.context.db.write(async (tx) => {
    if (!(await isAsSeen(tx, standing))) return;
    const own = writeContextIn(services, caller, entity.id, tx);
    const { now, timeZone } = own.scope;
    const isOpen = holds(reaction.when, own.scope) === true;
    const reason = isOpen ? await refusalOf(tx, () => runAlone(own, reaction)) : 'fired';
    if (reason === 'fired') return tx.later(PLAN, valuesFor(standing, { run: moment, due: next, next }));
    const tomorrow = dayAfter(now, timeZone);
    const again = tomorrow < next ? tomorrow : next;
    tx.later(STUCK, [moment, again, now, JSON.stringify(reason), entity.id, reactionTimer(reaction)]);
  }, WATCH);
}

/** Makes the records due, a page in each transaction, in the order of their ids: whoever goes on knows where the others stopped. */
async function spread({ services, standing, row, moment, next }: Come, scope: Scope, reached: string): Promise<void> {
  const { context } = services;
  const found = recordsSql(context, standing);
  const [last = ''] = row.run.split(' ');
  for (let seen = standing, from = reached, isMore = true; isMore; ) {
    const ids: readonly string[] = await context.db.survey(WATCH, async (reader) =>
      (await reader.all(found, valuesOf(found, scope, [from]))).map(({ id }) => String(id)),
    );
    isMore = ids.length === PAGE;
    from = ids.at(-1) ?? from;
    const is: StandingRow = isMore
      ? { run: `${last} ${from}`, due: moment, next: moment, tried: null }
      : { run: moment, due: next, next, tried: null };
    const isMine = await context.db.write(async (tx) => {
      if (!(await isAsSeen(tx, seen))) return false;
      for (const id of ids) tx.later(PLAN, valuesFor(standing, { run: moment, due: moment, next: scope.now }, id));
      tx.later(PLAN, valuesFor(standing, is));
      return true;
    }, WATCH);
    if (!isMine) return;
    seen = { ...standing, row: is };
  }
}

function recordsSql(context: RecordServices['context'], { entity, reaction }: Standing): Sql {
  return sql`SELECT t."id" FROM ${table(entity.id)} t WHERE t."trashed_at" IS NULL AND t."id" > ${argument(0)}
    AND ${conditionOf(context, entity, 't', reaction.when)} ORDER BY t."id" LIMIT ${raw(String(PAGE))}`;
}
