import type { Entity, RecordValue } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { entityOf } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import { existingRecord, refuseNever } from '../../services/find-record.ts';
import type { RecordServices, SendingTo, Write, WriteContext } from '../../services/write-context.ts';
import { beginUpdate } from '../change.ts';
import { follow } from '../following/follow.ts';
import { tellOfChange } from '../following/tell-of-change.ts';
import { writeChange } from '../storing/write-history.ts';
import { ofRecord } from '../../../storage/relations/of-records.ts';
import { standingPresses } from '../../../storage/relations/presses.ts';
import { argument, sql, type Sql } from '../../../storage/sql/sql.ts';
import { answerAwaiting } from './press.ts';
import { transitionNamed } from './transition.ts';

/** The caller's own presses of a record that stand, newest first: arguments are the record and the caller. */
const ownPresses = (entity: Entity, transition: string): Sql =>
  sql`SELECT "for", "through" FROM (${standingPresses(entity, transition, ofRecord(argument(0)))}) AS "standing" WHERE "by" = ${argument(1)} ORDER BY "first" DESC, "event" DESC LIMIT 1`;

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
    const [press] = await write.tx.all(ownPresses(entity, transition.id), [before.id, write.caller.me.id]);
    if (press === undefined) throw new Refusal('no_press', { params: { entity: entityId, transition: transition.id } });
    const change = beginUpdate(write, before, {});
    const state = before.state ?? null;
    const named = (id: unknown): string | null => (typeof id === 'string' ? id : null);
    const place = { for: named(press['for']), through: named(press['through']) };
    writeChange(change, { kind: 'withdraw', transition: transition.id, from: state, to: state, ...place });
    await follow(change);
    await tellOfChange(change);
    return answerAwaiting(write, before, transition);
  };
  return { entity: entityId, subject: idOrKey, run };
}
