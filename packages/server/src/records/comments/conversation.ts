import { mayComment, readsInternal, type Entity, type RecordValue, type Scope } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Reader } from '../../storage/database/database.ts';
import { entityOf, scopeOf } from '../context/context.ts';
import type { OfRecord } from '../context/comments.ts';
import type { Caller } from '../context/records.ts';
import { existingRecord, withLiveValues } from '../services/find-record.ts';
import type { RecordServices } from '../services/write-context.ts';

/** The conversation on a record that somebody may read. */
export interface Conversation {
  readonly services: RecordServices;
  readonly caller: Caller;
  readonly entity: Entity;
  /** With its live values. */
  readonly record: RecordValue;
  readonly scope: Scope;
  readonly reader: Reader;
  /** Whether the caller reads and writes internal comments. */
  readonly readsInternal: boolean;
}

/** Finds the record as every read does: `not_found` also where nobody comments on records of the entity. */
export async function conversationOn(
  services: RecordServices,
  caller: Caller,
  { entity: entityId, idOrKey }: OfRecord,
  reader: Reader = services.context.db.read,
): Promise<Conversation> {
  const entity = entityOf(services.context, entityId);
  const scope = scopeOf(services.context, caller);
  const finder = { tx: reader, entity, plan: services.plans(entityId), rights: caller.rights, scope };
  const found = await existingRecord(finder, idOrKey);
  if (entity.comments === null) throw new Refusal('not_found');
  const record = withLiveValues(entity, found, scope);
  return { services, caller, entity, record, scope, reader, readsInternal: readsInternal(caller.rights, entity) };
}

/** Whether the caller writes in this conversation. */
export function mayWrite({ caller, entity, record, scope }: Conversation): boolean {
  return mayComment(caller.rights, entity, { ...scope, record });
}

/** Who says something: a person, or null for the application itself. */
export function authorOf({ cause, me }: Caller): string | null {
  return cause === undefined ? me.id : null;
}
