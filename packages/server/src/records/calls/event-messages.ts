import {
  allows,
  canEver,
  fieldRights,
  grantHolds,
  partId,
  stepsOf,
  type Entity,
  type EventMessage,
  type RecordValue,
  type Rights,
} from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import { entityOf, scopeOf, type Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';
import { listRecords } from '../reading/lists/list.ts';
import type { RecordServices } from '../services/write-context.ts';
import { parseTurning } from '../views/where.ts';
import type { StoredEvent, Subscription } from './subscription-rows.ts';

/** The message about each of these events that a subscriber is told of, by the ids of the events; the others are missing. */
export async function messagesOf(
  services: RecordServices,
  caller: Caller,
  { subscription, events }: { readonly subscription: Subscription; readonly events: readonly StoredEvent[] },
): Promise<ReadonlyMap<string, EventMessage>> {
  const wanted = events.filter((event) => isWanted(subscription, event));
  const ids = [...new Set(wanted.map(({ record }) => record))];
  const records = await readable(services, caller, subscription, ids);
  const turned = [...new Set(wanted.flatMap(({ kind, record }) => (kind === 'turned' ? [record] : [])))];
  const judged = await whereConditionIsRead(services, caller, subscription, turned);
  const deleted = await readableDeleted(services, caller, subscription.entity, ids);
  const found = wanted.flatMap((event): readonly (readonly [string, EventMessage])[] => {
    const record = records.get(event.record) ?? null;
    const isRead = record === null ? deleted.get(event.record) : (field: string) => Object.hasOwn(record, field);
    if (isRead === undefined) return [];
    if (event.kind === 'turned' && (record === null || !judged.has(event.record))) return [];
    const message = messageOf(subscription, event, { record: event.kind === 'deleted' ? null : record, isRead });
    const isSeen = event.kind !== 'changed' || event.transition !== null || message.data.changed.length > 0;
    return isSeen ? [[event.id, message]] : [];
  });
  return new Map(found);
}

/** A record as the key reads it, null where it was deleted, and which of its fields the key reads. */
interface Seen {
  readonly record: RecordValue | null;
  readonly isRead: (field: string) => boolean;
}

function isWanted({ id, events, transitions }: Subscription, event: StoredEvent): boolean {
  const { kind, transition, subscription } = event;
  if (kind === 'turned') return subscription === id;
  return events.includes(kind) || (transition !== null && transitions.includes(transition));
}

function messageOf(subscription: Subscription, event: StoredEvent, { record, isRead }: Seen): EventMessage {
  const { entity, at, kind, version } = event;
  const transition =
    event.transition !== null && subscription.transitions.includes(event.transition) ? event.transition : null;
  const changed = event.changed.filter(isRead);
  return {
    type: `${entity}.${transition ?? kind}`,
    timestamp: at,
    data: { entity, id: event.record, version, transition, changed, record },
  };
}

/** Those of these records that the key reads and that the subscription is about, as it reads them. */
async function readable(
  { context, views }: RecordServices,
  caller: Caller,
  { entity, where }: Subscription,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordValue>> {
  if (ids.length === 0) return new Map();
  const search = new URLSearchParams({ 'f.id': `in:${ids.join(',')}`, size: String(ids.length), total: 'none' });
  if (where !== null) search.set('where', where);
  try {
    const { items } = await listRecords(context, views, { caller, entity, search });
    return new Map(items.map((record) => [record.id, record]));
  } catch (reason) {
    // an entity that the key may not read any more, a condition that names what is not there or not open to it any more
    if (reason instanceof Refusal) return new Map();
    throw reason;
  }
}

/** Those of these records on which the key may read all that the condition of the subscription reads. */
async function whereConditionIsRead(
  { context, plans }: RecordServices,
  { rights, ...caller }: Caller,
  { entity: id, when }: Subscription,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || when === null) return new Set();
  const entity = entityOf(context, id);
  const reads = readsOf(context, rights, entity, when);
  if (reads === null) return new Set();
  const loaded = await plans(id).load.load(context.db.read, ids, scopeOf(context, null));
  const isRead = (record: RecordValue): boolean => {
    const seen = rights.seen(id, { ...scopeOf(context, { rights, ...caller }), record });
    const held = rights.grants(id).filter((grant) => grantHolds(grant, 'read', seen) === true);
    return reads.every((names) => held.some(({ fields }) => names.some((name) => fields[name]?.read === true)));
  };
  return new Set([...loaded].flatMap(([one, record]) => (isRead(record as RecordValue) ? [one] : []))); // a plan for writing loads every system field
}

/** The fields that a condition reads, each with the part of its lines; null where the key may not name them any more. */
function readsOf(
  { model }: Context,
  rights: Rights,
  entity: Entity,
  when: string,
): readonly (readonly string[])[] | null {
  try {
    const paths = parseTurning(model, rights, entity, when).reads.map(stepsOf);
    const own = paths.filter(([root, name = '']) => root === 'record' && Object.hasOwn(entity.fields, name));
    return own.map(([, name = '', part]) => (part === undefined ? [name] : [name, partId(name, part)]));
  } catch (reason) {
    if (reason instanceof Refusal) return null;
    throw reason;
  }
}

/**
 * Of records that were deleted, which fields of each the key reads, where it reads the record. Of those that are gone for good nothing
 * is known any more but whether the key reads every one.
 */
async function readableDeleted(
  services: RecordServices,
  caller: Caller,
  entityId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Seen['isRead']>> {
  const { context, plans } = services;
  if (ids.length === 0 || !canEver(caller.rights, entityId, 'read')) return new Map();
  const entity = entityOf(context, entityId);
  const loaded = await plans(entityId).load.load(context.db.read, ids, scopeOf(context, null));
  const readsAll = caller.rights.grants(entityId).some(({ verbs }) => verbs.read === true);
  return new Map(
    ids.flatMap((id): readonly (readonly [string, Seen['isRead']])[] => {
      const record = loaded.get(id) as RecordValue | undefined; // a plan for writing loads every system field
      if (record === undefined) return readsAll ? [[id, () => false]] : [];
      const scope = { ...scopeOf(context, caller), record };
      const isIn = (record.trashed_at ?? null) !== null && allows(caller.rights, entityId, 'read', scope) === true;
      const granted = fieldRights(caller.rights, entity, scope);
      return isIn ? [[id, (field) => field === 'state' || granted[field]?.read === true]] : [];
    }),
  );
}
