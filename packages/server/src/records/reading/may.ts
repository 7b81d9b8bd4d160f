import {
  allows,
  canEver,
  fieldRights,
  judgeTransitions,
  stateOf,
  type Entity,
  type MayAnswer,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import { entityOf, scopeOf } from '../context/context.ts';
import { endsAccount, userFieldRights } from '../people/user-rights.ts';
import type { Caller } from '../context/records.ts';
import type { RecordServices } from '../services/write-context.ts';
import { existingRecord, withLiveValues } from '../services/find-record.ts';
import { forbidden } from '../context/forbidden.ts';

/** `GET /_/may/<entity>/<id>`: the server's own verdicts for one record. */
export async function mayRecord(
  services: RecordServices,
  caller: Caller,
  entityId: string,
  idOrKey: string,
): Promise<MayAnswer> {
  const { context } = services;
  const entity = entityOf(context, entityId);
  if (!canEver(caller.rights, entityId, 'read')) throw forbidden(entityId, 'read');
  const base = scopeOf(context, caller);
  const stored = await existingRecord(
    { tx: context.db.read, entity, plan: services.plans(entityId), rights: caller.rights, scope: base },
    idOrKey,
  );
  return verdictsOf(services, caller, entity, { stored, scope: base });
}

/** The verdicts for a record that was loaded with all that its expressions read. */
export function verdictsOf(
  { context }: Pick<RecordServices, 'context'>,
  caller: Caller,
  entity: Entity,
  { stored, scope: base }: { readonly stored: RecordValue; readonly scope: Scope },
): MayAnswer {
  const { rights } = caller;
  const record = withLiveValues(entity, stored, base);
  const scope = { ...base, record };
  const state = stateOf(entity, record, rights);
  const fields = userFieldRights({ context, caller, entity, before: record }, fieldRights(rights, entity, scope));
  const anyField = Object.values(fields).some(({ update }) => update);
  return {
    update:
      (allows(rights, entity.id, 'update', scope) === true || (entity.id === 'user' && anyField)) &&
      state !== 'not_your_role',
    delete:
      allows(rights, entity.id, 'delete', scope) === true &&
      state !== 'locked' &&
      endsAccount({ context, caller, entity, before: record }),
    history: entity.history && allows(rights, entity.id, 'history', scope) === true,
    fields,
    transitions: judgeTransitions({ entity, record, rights, scope: base }),
  };
}
