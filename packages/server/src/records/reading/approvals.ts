import {
  approvalState,
  canEver,
  escalatedTo,
  rolesGiving,
  substitutions,
  type Substitution,
  judgeTransitions,
  notAsked,
  type NotAsked,
  type ApprovalAnswer,
  type ApprovalState,
  type RecordValue,
  type ReferenceValue,
  type Scope,
  type Transition,
  transitionsOf,
  stateIn,
  stateNames,
  cycleField,
  knowsState,
  type Entity,
  idOf,
  memoizedWeakly,
} from '@ninefold/model';
import type { Row } from '../../storage/sql/sql-value.ts';
import { ofRecord } from '../../storage/relations/of-records.ts';
import { standingPresses } from '../../storage/relations/presses.ts';
import type { Reader } from '../../storage/database/database.ts';
import { childTable } from '../../storage/sql/names.ts';
import { argument, raw, sql, table, value, valuesOf, type Sql } from '../../storage/sql/sql.ts';
import { deputiesOn } from '../../storage/relations/deputies.ts';
import { entityOf, scopeOf, type PlanContext } from '../context/context.ts';
import { forbidden } from '../context/forbidden.ts';
import type { Caller } from '../context/records.ts';
import { existingRecord, withLiveValues } from '../services/find-record.ts';
import { idsOf } from '../loading/lists.ts';
import { stuckStepsSql } from './lists/waiting-rows.ts';
import type { RecordServices } from '../services/write-context.ts';

/** `GET /api/<entity>/<id>/approvals` */
export async function approvalsOf(
  services: RecordServices,
  caller: Caller,
  entityId: string,
  idOrKey: string,
): Promise<readonly ApprovalAnswer[]> {
  const { context, plans, views } = services;
  const entity = entityOf(context, entityId);
  const { rights } = caller;
  if (!canEver(rights, entityId, 'read')) throw forbidden(entityId, 'read');
  const scope = scopeOf(context, caller);
  const tx = context.db.read;
  const stored = await existingRecord({ tx, entity, plan: plans(entityId), rights, scope }, idOrKey);
  const record = withLiveValues(entity, stored, scope);
  const verdicts = judgeTransitions({ entity, record, rights, scope });
  const found: ApprovalAnswer[] = [];
  for (const transition of transitionsOf(entity).values()) {
    if (!knowsState({ entity, record, rights, scope }, transition.id)) continue;
    const state = transition.from.includes(stateIn(entity, record, transition.id) ?? '')
      ? stateOf(transition, record, scope)
      : undefined;
    if (state === undefined) continue;
    const statement = sql`SELECT "by", "for", "through", "at" FROM (${standingPresses(entity, transition.id, ofRecord(argument(0)))}) AS "standing" ORDER BY "first", "event"`;
    const rows = await tx.all(statement, [record.id]);
    const escalated = escalatedTo(transition, { ...scope, record });
    const standIns = [tx.dialect.list(state.missing), creatorOf(record), scope.today];
    const deputies = await tx.all(deputiesOfAll(context), standIns);
    const substitutes = substitutions(transition, { ...scope, record });
    const dropped = notAsked(transition, { ...scope, record });
    const unable = await unableOf(context, tx, transition, state.missing);
    const isStuck = await isStuckIn(context, tx, { entity, transition, record, scope });
    const people = [
      ...state.missing,
      ...escalated,
      ...substitutes.map(({ substitute }) => substitute),
      ...dropped.map(({ person }) => person),
      ...deputies.map((row) => String(row['deputy'])),
      ...rows.flatMap((row) => [row['by'], row['for'] ?? row['by'], row['through'] ?? row['by']].map(String)),
    ];
    const titles = await views.of(rights)(entityId).titles(tx, 'user', people, scope);
    const allowed = verdicts.some(({ id, verdict }) => id === transition.id && verdict === 'allowed');
    const hasPressed = rows.some((row) => row['by'] === caller.me.id);
    const mine = allowed ? 'press' : hasPressed ? 'withdraw' : null;
    const since = enteredAt(entity, record, transition);
    const known = { state, rows, since, titles, escalated, deputies, substitutes, dropped, unable };
    found.push({ ...answerOf(transition, known), stuck: isStuck, mine });
  }
  return found;
}

/** Those of these people who cannot take a step themselves: they are not active, deleted, or have none of its roles. */
async function unableOf(
  { model }: PlanContext,
  tx: Reader,
  { by }: Transition,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const giving = by.map((role) => rolesGiving(model, role));
  const roles = [...new Set(giving.flatMap((role) => role ?? []))];
  const given = sql`EXISTS (SELECT 1 FROM ${table(childTable('user', 'roles'))} AS g WHERE g."record" = "user"."id" AND g."value" IN (SELECT "value" FROM ${raw(tx.dialect.items('r'), argument(1))}))`;
  const able = sql`SELECT "id" FROM ${table('user')} WHERE "id" IN (SELECT "value" FROM ${raw(tx.dialect.items('p'), argument(0))}) AND "active" = TRUE AND "trashed_at" IS NULL`;
  const rows = giving.includes(null)
    ? await tx.all(able, [tx.dialect.list(people)])
    : await tx.all(sql`${able} AND ${given}`, [tx.dialect.list(people), tx.dialect.list(roles)]);
  const found = new Set(rows.map(({ id }) => String(id)));
  return new Set(people.filter((person) => !found.has(person)));
}

/** A record, and a step of it that needs approvals. */
interface Approved {
  readonly entity: Entity;
  readonly transition: Transition;
  readonly record: RecordValue;
  readonly scope: Scope;
}

/** Whether nobody is left who may complete the approvals of a step. */
async function isStuckIn(
  context: PlanContext,
  tx: Reader,
  { entity, transition, record, scope }: Approved,
): Promise<boolean> {
  const stuck = stuckStepsSql(context)(entity).get(transition.id);
  if (stuck === undefined) return false;
  const statement = sql`SELECT 1 FROM ${table(entity.id)} t WHERE t."id" = ${value(record.id)} AND ${stuck}`;
  return (await tx.all(statement, valuesOf(statement, scope))).length > 0;
}

/** Those who may press in the place of somebody: arguments are these people, who drops out, and the day. */
const deputiesOfAll = memoizedWeakly((context: PlanContext): Sql => {
  const found = deputiesOn(argument(2), sql`d."person" IN (${idsOf(context)}) AND d."deputy" <> ${argument(1)}`);
  return sql`SELECT "person", "deputy", max("until") AS "until" FROM (${found}) AS "standing" GROUP BY "person", "deputy" ORDER BY min("id")`;
});

/** The id of who created a record; empty where nobody did. */
function creatorOf({ created_by: creator }: RecordValue): string {
  return idOf(creator) ?? '';
}

function stateOf(transition: Transition, record: RecordValue, scope: Scope): ApprovalState | undefined {
  return transition.approvals === null ? undefined : approvalState(transition, { ...scope, record });
}

/** When the record entered the state that a transition leaves. */
function enteredAt(entity: Entity, record: RecordValue, { id }: Transition): string {
  const since = record[stateNames(cycleField(entity, id)).since];
  return typeof since === 'string' ? since : record.created_at;
}

interface Known {
  readonly state: ApprovalState;
  readonly rows: readonly Row[];
  /** When the record entered the state that the transition leaves. */
  readonly since: string;
  readonly titles: ReadonlyMap<string, string>;
  readonly escalated: readonly string[];
  readonly deputies: readonly Row[];
  readonly substitutes: readonly Substitution[];
  readonly dropped: readonly NotAsked[];
  readonly unable: ReadonlySet<string>;
}

function answerOf(
  { id, approvals }: Transition,
  { state, rows, since, titles, escalated, deputies, substitutes, dropped, unable }: Known,
): Omit<ApprovalAnswer, 'mine' | 'stuck'> {
  const person = (of: unknown): ReferenceValue => {
    const title = titles.get(String(of));
    return title === undefined ? { id: String(of) } : { id: String(of), title };
  };
  const ordered = approvals?.ordered === true;
  const last = rows
    .map(({ at }) => String(at))
    .toSorted()
    .at(-1);
  return {
    transition: id,
    ...{ needed: Math.max(state.needed, 1), asked: state.asked.length, ordered },
    presses: rows.map((row) => ({
      by: person(row['by']),
      for: row['for'] === null ? null : person(row['for']),
      through: row['through'] === null ? null : person(row['through']),
      at: String(row['at']),
      counts: state.asked.includes(String(row['for'] ?? row['by'])),
    })),
    awaits: state.missing.map(person),
    since: (ordered ? last : undefined) ?? since,
    escalated: escalated.map(person),
    substitutes: substitutes.map((one) => ({ person: person(one.person), substitute: person(one.substitute) })),
    unable: [...unable].map(person),
    not_asked: dropped.map((one) => ({ person: person(one.person), why: one.why })),
    deputies: deputies.map((row) => ({
      person: person(row['person']),
      deputy: person(row['deputy']),
      until: String(row['until']),
    })),
  };
}
