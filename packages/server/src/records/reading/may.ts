import { allows, canEver, fieldRights, judgeTransitions, stateOf, type MayAnswer } from '@ninefold/model';
import { entityOf, scopeOf } from '../context/context.ts';
import { userFieldRights } from '../people/user-rights.ts';
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
  const { rights } = caller;
  const stored = await existingRecord(
    { tx: context.db.read, entity, plan: services.plans(entityId), rights, scope: base },
    idOrKey,
  );
  const record = withLiveValues(entity, stored, base);
  const scope = { ...base, record };
  const state = stateOf(entity, record, rights);
  const fields = userFieldRights({ context, caller, entity, before: record }, fieldRights(rights, entity, scope));
  const anyField = Object.values(fields).some(({ update }) => update);
  return {
    update:
      (allows(rights, entityId, 'update', scope) === true || (entityId === 'user' && anyField)) &&
      state !== 'not_your_role',
    delete: allows(rights, entityId, 'delete', scope) === true && state !== 'locked',
    history: entity.history && allows(rights, entityId, 'history', scope) === true,
    fields,
    transitions: judgeTransitions({ entity, record, rights, scope: base }),
  };
}
