import { canEver, type RecordValue } from '@ninefold/model';
import { decodeBody, type Sent } from '../../context/body.ts';
import { entityOf } from '../../context/context.ts';
import { forbidden } from '../../context/forbidden.ts';
import type { Caller } from '../../context/records.ts';
import { mayCreateUser } from '../../people/user-rights.ts';
import { existingRecord, withLiveValues } from '../../services/find-record.ts';
import {
  answerWritten,
  mayTurn,
  type RecordServices,
  type SendingTo,
  type Write,
  type WriteContext,
} from '../../services/write-context.ts';
import { beginUpdate, settleFully, withNextVersion, withRecord, type Change } from '../change.ts';
import { follow } from '../following/follow.ts';
import { tellOfChange } from '../following/tell-of-change.ts';
import { refuseConflicts } from '../judging/conflicts.ts';
import {
  judgeWrite,
  refuseProblems,
  refuseUnnamed,
  closedProblems,
  refuseAfter,
  refuseUpdate,
  sendsUnread,
  sentProblems,
} from '../judging/judge-write.ts';
import { resolveSent } from '../judging/resolve-sent.ts';
import { updateRecord } from '../storing/store.ts';
import { react } from './react.ts';
import { releaseLines } from './remove.ts';
import { fieldChanges, type HistoryRow, writeChange } from '../storing/write-history.ts';

/** `PATCH /api/<entity>/<id>`: JSON merge patch (RFC 7396). */
export function updateOf(
  services: RecordServices,
  caller: Caller,
  { entity: entityId, idOrKey, body, options }: SendingTo,
): Write<RecordValue> {
  const entity = entityOf(services.context, entityId);
  if (!canEver(caller.rights, entityId, 'update') && !mayCreateUser(services.context.model, caller, entity))
    throw forbidden(entityId, 'update');
  const decoded = decodeBody(body, entity, false);
  const run = async (write: WriteContext): Promise<RecordValue> => {
    const before = withLiveValues(entity, await existingRecord(write, idOrKey), write.scope);
    const change = stamped(await settledUpdate(write, before, decoded.sent, options.version));
    await judgeWrite(change, [...options.confirm, ...decoded.confirm]);
    await storeUpdate(change);
    return answerWritten(write, change.record);
  };
  return { entity: entityId, subject: idOrKey, run };
}

/** A change that a person sends, settled and judged as far as it is about what was sent; nothing is stored yet. */
export async function settledUpdate(
  write: WriteContext,
  before: RecordValue,
  given: Sent,
  version: number | null,
): Promise<Change<RecordValue>> {
  const begun = beginUpdate(write, before, given);
  const { context, writeScope } = begun;
  refuseUpdate(begun);
  refuseProblems(context.model, closedProblems(begun));
  const { sent, problems: unnamed } = await resolveSent(write, given, before);
  const named = { ...begun, sent };
  if (version !== null && version !== before.version) await refuseConflicts(named, version);
  const change = withRecord(named, await settleFully({ ...write, scope: writeScope }, before, sent));
  const wrong = sentProblems(change);
  if (wrong.length > 0) refuseProblems(context.model, [...wrong, ...unnamed]);
  refuseUnnamed(change, unnamed);
  refuseAfter(change);
  return change;
}

/**
 * The next version where anything but computed values changed, and where a field is sent that the writer may not read: no
 * version tells the writer whether they guessed what stands there.
 */
function stamped(change: Change<RecordValue>): Change<RecordValue> {
  const isSame = fieldChanges(change.entity, change).length === 0 && !sendsUnread(change);
  return isSame ? change : withNextVersion(change);
}

/** A derived state that the change has moved. */
function movedState(before: RecordValue, record: RecordValue): Pick<HistoryRow, 'from' | 'to'> | null {
  return before.state === record.state ? null : { from: before.state ?? null, to: record.state ?? null };
}

/** Writes a record that was changed, with its history, what follows from it, and what its reactions do. */
export async function storeUpdate(change: Change<RecordValue>): Promise<void> {
  const { entity, tx, before, record, changed } = change;
  const isNext = record.version !== before.version;
  if (!isNext && changed.size === 0) return;
  await releaseLines(change);
  updateRecord(tx, entity, change);
  if (isNext) writeChange(change, { kind: 'update', ...movedState(before, record) });
  await follow(change);
  await tellOfChange(change);
  if (mayTurn(change)) await react(change, change);
}
