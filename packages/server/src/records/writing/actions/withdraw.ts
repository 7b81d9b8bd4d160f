import { pressList, type RecordValue, type Wire, idOf } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { entityOf } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import { existingRecord, refuseNever } from '../../services/find-record.ts';
import type { RecordServices, SendingTo, Write, WriteContext } from '../../services/write-context.ts';
import { beginUpdate } from '../change.ts';
import { follow } from '../following/follow.ts';
import { writeChange } from '../storing/write-history.ts';
import { answerAwaiting } from './press.ts';
import { transitionNamed } from './transition.ts';

const LAST_PRESS = `SELECT "for" FROM "_history" WHERE "entity" = ? AND "record" = ? AND "transition" = ? AND "by" = ? AND "kind" = 'press' ORDER BY "version" DESC, "id" DESC LIMIT 1`;

/** `DELETE /api/<entity>/<id>/<transition>`: withdraws the caller's own press, until the last. */
export function withdrawalOf(
  services: RecordServices,
  caller: Caller,
  { entity: entityId, idOrKey, transition: transitionId }: Omit<SendingTo, 'body'> & { readonly transition: string },
): Write<RecordValue> {
  const entity = entityOf(services.context, entityId);
  refuseNever({ rights: caller.rights, entity }, 'read');
  const transition = transitionNamed(entity, transitionId);
  const run = async (write: WriteContext): Promise<RecordValue> => {
    const before = await existingRecord(write, idOrKey);
    const pressed = before[pressList({ kind: 'by', transition: transition.id })];
    const { id } = caller.me;
    const isMine = Array.isArray(pressed) && pressed.some((person: Wire) => idOf(person) === id);
    if (!isMine) throw new Refusal('no_press', { params: { entity: entityId, transition: transition.id } });
    const [press] = await write.tx.all(LAST_PRESS, [entityId, before.id, transition.id, id]);
    const change = beginUpdate(write, before, {});
    const state = before.state ?? null;
    const approver = typeof press?.['for'] === 'string' ? press['for'] : null;
    writeChange(change, { kind: 'withdraw', transition: transition.id, from: state, to: state, for: approver });
    await follow(change);
    return answerAwaiting(write, before, transition);
  };
  return { entity: entityId, subject: idOrKey, run };
}
