import {
  asSeen,
  firedReaction,
  holds,
  isReadable,
  knowsState,
  reactionTimer,
  readerOf,
  stepsOf,
  timedReactions,
  timedTransitions,
  type DueTimer,
  type Entity,
  type Expression,
  type ListedTimer,
  type RecordValue,
  type Rights,
  type Scope,
  type TimersAnswer,
  type TimerState,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database/database.ts';
import { argument, fromOne, sql } from '../../storage/sql/sql.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import { entityOf, scopeOf } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { existingRecord, withLiveValues } from '../services/find-record.ts';
import type { RecordServices } from '../services/write-context.ts';
import { reasonIn } from './shown-reasons.ts';

const OF_RECORD = sql`SELECT t."transition", t."due", t."next", t."tried", t."stuck"
  ${fromOne('_timer', 'record', argument(0), sql`t."next" IS NOT NULL`)} ORDER BY t."next", t."rank"`;

/**
 * `GET /api/<entity>/<id>/due`: what will happen to a record by itself, soonest first. A timer whose moment follows values that the
 * reader may not read, or that lie behind a reference, is not told of, nor is one of a life cycle whose state they may not read.
 */
export async function dueOf(
  services: RecordServices,
  caller: Caller,
  entityId: string,
  idOrKey: string,
): Promise<readonly DueTimer[]> {
  const { context, plans } = services;
  const entity = entityOf(context, entityId);
  const scope = scopeOf(context, caller);
  const finder = { tx: context.db.read, entity, plan: plans(entityId), rights: caller.rights, scope };
  const record = await existingRecord(finder, idOrKey);
  if (timedTransitions(entity).length + timedReactions(entity).length === 0) return [];
  const shown = shownTimers(services, { entity, record, rights: caller.rights, scope });
  const rows = await context.db.read.all(OF_RECORD, [record.id]);
  const own = rows.filter((row) => shown.has(String(row['transition']))).map(timerOf);
  const coming = (await context.db.read.all(OF_RECORD, [entityId])).filter((row) =>
    shown.has(String(row['transition'])),
  );
  const comes = coming.map(timerOf).filter((one) => isComing(one, { entity, record, scope, own }));
  return [...own, ...comes].toSorted((a, b) => (a.next < b.next ? -1 : a.next > b.next ? 1 : 0));
}

/** Whether the calendar of a reaction comes to a record as it is now. */
function isComing(
  { reaction: id }: DueTimer,
  { entity, record, scope, own }: Omit<Looking, 'rights'> & { readonly own: readonly DueTimer[] },
): boolean {
  const reaction = timedReactions(entity).find((one) => one.id === id);
  if (reaction?.turnedBy !== 'calendar' || reaction.once || own.some((one) => one.reaction === id)) return false;
  const seen = { ...scope, user: null };
  const live = withLiveValues(entity, record, seen);
  return holds(reaction.when, { ...seen, record: asSeen(entity, live, { ...seen, record: live }) }) === true;
}

interface Looking {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly rights: Rights;
  readonly scope: Scope;
}

function shownTimers(
  { context: { model } }: RecordServices,
  { entity, record, rights, scope }: Looking,
): ReadonlySet<string> {
  const mayRead = readerOf(entity, { ...scope, record }, rights);
  const isShown = (value: Expression): boolean => {
    const own = value.reads.filter((path) => path.startsWith('record.')).map((path) => stepsOf(path).slice(1));
    return (
      isReadable(value, model, rights) &&
      own.every(([field = '', ...further]) => further.length === 0 && mayRead(field))
    );
  };
  return new Set([
    ...timedTransitions(entity).flatMap(({ name, timer }) =>
      isShown(timer.value) && knowsState({ entity, record, rights, scope }, name) ? [name] : [],
    ),
    ...timedReactions(entity).flatMap((one) => (isShown(one.when) ? [reactionTimer(one)] : [])),
  ]);
}

/** A row of `_timer` as it is answered. */
export function timerOf(row: Row): DueTimer {
  const tried = row['tried'] === null ? null : String(row['tried']);
  const state = row['stuck'] !== null ? 'stuck' : tried === null ? 'planned' : 'waiting';
  const name = String(row['transition']);
  const reaction = firedReaction(name);
  const transition = reaction === null ? name : null;
  return { transition, reaction, due: String(row['due']), state, tried, next: String(row['next']) };
}

const CONDITIONS: Readonly<Record<TimerState, string>> = {
  stuck: '"stuck" IS NOT NULL',
  waiting: '"stuck" IS NULL AND "tried" IS NOT NULL',
  planned: '"tried" IS NULL',
};
const STATES = Object.keys(CONDITIONS) as readonly TimerState[]; // the keys of the table
const MOST = 100;

/** The timers of all records, for operators: how many there are, and the first hundred of one state. */
export async function operatedTimers(
  services: RecordServices,
  caller: Caller,
  state: string | null,
): Promise<TimersAnswer> {
  const wanted = STATES.find((one) => one === (state ?? 'stuck'));
  if (wanted === undefined) throw new Refusal('bad_parameter', { params: { parameter: 'state' } });
  return services.context.db.survey(caller.me.id, async (reader) => {
    const counts = `SELECT ${STATES.map((one) => `count(CASE WHEN ${CONDITIONS[one]} THEN 1 END) AS "${one}"`).join(', ')} FROM "_timer" WHERE "next" IS NOT NULL AND "due" <> ''`;
    const [count] = await reader.all(counts, []);
    const text = `SELECT * FROM "_timer" WHERE "next" IS NOT NULL AND "due" <> '' AND ${CONDITIONS[wanted]} ORDER BY "next", "record", "rank" LIMIT ${String(MOST)}`;
    const rows = await reader.all(text, []);
    const of = (one: TimerState): number => Number(count?.[one] ?? 0);
    return {
      counts: { planned: of('planned'), waiting: of('waiting'), stuck: of('stuck') },
      items: await titled(services, caller, reader, rows),
    };
  });
}

/** Each with the title of its record, where this operator may see it. */
async function titled(
  services: RecordServices,
  caller: Caller,
  reader: Reader,
  rows: readonly Row[],
): Promise<readonly ListedTimer[]> {
  const scope = scopeOf(services.context, caller);
  const titles = new Map<string, ReadonlyMap<string, string>>();
  for (const [entity, group] of Map.groupBy(rows, (row) => String(row['entity']))) {
    const view = services.views.of(caller.rights)(entity);
    titles.set(
      entity,
      await view.titles(
        reader,
        entity,
        group.map((row) => String(row['record'])).filter((id) => id !== entity),
        scope,
      ),
    );
  }
  return rows.map((row) => {
    const [entity, id] = [String(row['entity']), String(row['record'])];
    const title = titles.get(entity)?.get(id);
    const record = id === entity ? null : title === undefined ? { id } : { id, title };
    return { ...timerOf(row), entity, record, reason: reasonIn(row) };
  });
}
