import type { RecordValue } from '@ninefold/model';
import { quoted } from '../../../storage/sql/names.ts';
import { entityOf } from '../../context/context.ts';
import type { Caller } from '../../context/records.ts';
import {
  answerWritten,
  type RecordServices,
  type SendingTo,
  type Write,
  type WriteContext,
} from '../../services/write-context.ts';
import { existingRecord, refuseNever, refuseVerb } from '../../services/find-record.ts';
import { beginUpdate } from '../change.ts';
import { treeProblems, uniqueProblems } from '../judging/constraints.ts';
import { refuseOverlaps, refuseProblems } from '../judging/judge-write.ts';
import { follow } from '../following/follow.ts';
import { asStored, note, refuseStale } from './remove.ts';
import { setColumns } from '../storing/store.ts';

/** `POST /api/<entity>/<id>/restore`: out of the trash, with all that went there together with it. */
export function restorationOf(
  services: RecordServices,
  caller: Caller,
  { entity: entityId, idOrKey, options }: Omit<SendingTo, 'body'>,
): Write<RecordValue> {
  const entity = entityOf(services.context, entityId);
  refuseNever({ rights: caller.rights, entity }, 'delete');
  const run = async (own: WriteContext): Promise<RecordValue> => {
    const record = await existingRecord(own, idOrKey, true);
    refuseVerb(own, 'delete', record);
    await refuseStale(own, record, options.version);
    await bringBack(own, record);
    for (const other of Object.values(own.context.model.entities))
      await bringBackWith({ ...own, entity: other, plan: own.plans(other.id) }, record.id);
    return answerWritten(own, record);
  };
  return { entity: entityId, subject: idOrKey, run };
}

async function bringBackWith(own: WriteContext, root: string): Promise<void> {
  const rows = await own.tx.all(`SELECT "id" FROM ${quoted(own.entity.id)} WHERE "trashed_with" = ? AND "id" <> ?`, [
    root,
    root,
  ]);
  const loaded = await own.plan.load.load(
    own.tx,
    rows.map(({ id }) => String(id)),
    own.scope,
  );
  for (const draft of loaded.values()) await bringBack(own, await asStored(own, draft as unknown as RecordValue)); // loaded with every system field
}

/** What is unique, and spans that may not overlap, is checked again. */
async function bringBack(own: WriteContext, record: RecordValue): Promise<void> {
  const { entity, tx, scope, context } = own;
  const all = new Set(Object.keys(entity.fields));
  const written = { context, entity, tx, record };
  refuseProblems(context.model, await uniqueProblems(written, all, scope));
  refuseProblems(context.model, await treeProblems(tx, entity, record));
  await refuseOverlaps(beginUpdate(own, record, {}));
  setColumns(tx, entity, record.id, [
    ['trashed_at', null],
    ['trashed_with', null],
    ['version', record.version + 1],
  ]);
  await note(own, record, 'restore');
  await follow({ ...own, before: null, record: { ...record, trashed_at: null, trashed_with: null }, changed: all });
}
