import { changedFields, type RecordValue } from '@ninefold/model';
import { canEver } from '@ninefold/model';
import { entityOf } from '../context.ts';
import { mayCreateUser } from '../people/user-rights.ts';
import type { Caller, WriteOptions } from '../records.ts';
import { answerWritten } from './answer-written.ts';
import type { Attempt, Workshop, Write } from './attempt.ts';
import { decodeBody, type Sent } from './body.ts';
import { existingRecord } from './existing.ts';
import { changeProblems, closedProblems, refuseAfter, refuseUpdate, sendsUnread } from './judge-changes.ts';
import { judgeWrite } from './judge-write.ts';
import { withFurther } from './further-problems.ts';
import { identifyLines } from './line-ids.ts';
import { refuseConflicts } from './merge.ts';
import { refuseProblems } from './problems.ts';
import { recomputeAround } from './recompute.ts';
import { resolveReferences } from './references.ts';
import { settleFully } from './settle-fully.ts';
import { updateRecord } from './store.ts';
import { changesOf, writeHistory } from './write-history.ts';
import { forbidden } from '../forbidden.ts';

/** `PATCH /api/<entity>/<id>`: JSON merge patch (RFC 7396). */
export function updateOf(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  idOrKey: string,
  body: unknown,
  options: WriteOptions,
): Write<RecordValue> {
  const entity = entityOf(shop.context, entityId);
  if (!canEver(caller.rights, entityId, 'update') && !mayCreateUser(shop.context.model, caller, entity))
    throw forbidden(entityId, 'update');
  const decoded = decodeBody(body, entity, false);
  const run = async (own: Attempt): Promise<RecordValue> => {
    const before = await existingRecord(own, idOrKey);
    const settled = await settleChanges(own, before, decoded.sent, options.version);
    const record = stamped(own, before, settled, decoded.sent);
    await judgeWrite(own, before, record, { ...own.scope, before, record }, [...options.confirm, ...decoded.confirm]);
    await storeUpdate(own, before, record);
    return answerWritten(own, record);
  };
  return { entity: entityId, subject: idOrKey, run };
}

/** Changes that a person sends, judged and settled; nothing is stored yet. */
export async function settleChanges(
  own: Attempt,
  before: RecordValue,
  sent: Sent,
  version: number | null,
): Promise<RecordValue> {
  refuseUpdate(own, before, sent);
  refuseProblems(own.context.model, closedProblems(own, before, sent));
  const lines = identifyLines(own.entity, sent, before, own.scope.now);
  const resolved = await resolveReferences(own, own.entity.fields, lines.sent, before);
  await refuseConflicts(own, before, resolved.sent, version);
  const settled = await settleFully({ ...own, scope: { ...own.scope, before } }, before, resolved.sent);
  const wrong = changeProblems(own, before, settled, resolved.sent);
  const unnamed = [...lines.problems, ...resolved.problems];
  const write = { before, record: settled, sent: resolved.sent, scope: { ...own.scope, before } };
  refuseProblems(own.context.model, wrong.length > 0 ? [...wrong, ...unnamed] : withFurther(own, write, unnamed));
  refuseAfter(own, before, settled, resolved.sent);
  return settled;
}

/**
 * The next version where anything but computed values changed, and where a field is sent that the writer may not read: no
 * version tells him whether he guessed what stands there.
 */
function stamped(own: Attempt, before: RecordValue, record: RecordValue, sent: Sent): RecordValue {
  const isSame = changesOf(own.entity, before, record).length === 0 && !sendsUnread(own, before, sent);
  return isSame ? record : nextVersion(own, before, record);
}

export function nextVersion({ caller, scope }: Attempt, before: RecordValue, record: RecordValue): RecordValue {
  return { ...record, version: before.version + 1, changed_at: scope.now, changed_by: { id: caller.me.id } };
}

async function storeUpdate(own: Attempt, before: RecordValue, record: RecordValue): Promise<void> {
  const { entity, tx, caller, scope } = own;
  if (record.version === before.version && changedFields(entity, before, record).length === 0) return;
  updateRecord(tx, entity, before, record);
  if (record.version !== before.version) {
    writeHistory(tx, {
      entity: entity.id,
      record: record.id,
      at: scope.now,
      by: caller.me.id,
      kind: 'update',
      transition: null,
      from: null,
      to: null,
      input: null,
      changes: changesOf(entity, before, record),
      via: caller.via,
      version: record.version,
    });
  }
  await recomputeAround(own, before, record);
}
