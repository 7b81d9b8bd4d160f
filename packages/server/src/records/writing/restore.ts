import type { RecordValue } from '@ninefold/model';
import { quoted } from '../../storage/names.ts';
import { entityOf } from '../context.ts';
import type { Caller, WriteOptions } from '../records.ts';
import { answerWritten } from './answer-written.ts';
import type { Attempt, Workshop, Write } from './attempt.ts';
import { existingRecord, refuseNever, refuseVerb } from './existing.ts';
import { overlapProblems } from './overlap.ts';
import { refuseProblems } from './problems.ts';
import { recomputeAround } from './recompute.ts';
import { note, refuseStale } from './remove.ts';
import { setColumns } from './store.ts';
import { treeProblems } from './tree-circle.ts';
import { uniqueProblems } from './unique.ts';

/** `POST /api/<entity>/<id>/restore`: out of the trash, with all that went there together with it. */
export function restorationOf(
  shop: Workshop,
  caller: Caller,
  entityId: string,
  idOrKey: string,
  options: WriteOptions,
): Write<RecordValue> {
  const entity = entityOf(shop.context, entityId);
  refuseNever({ rights: caller.rights, entity }, 'delete');
  const run = async (own: Attempt): Promise<RecordValue> => {
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

async function bringBackWith(own: Attempt, root: string): Promise<void> {
  const rows = await own.tx.all(`SELECT "id" FROM ${quoted(own.entity.id)} WHERE "trashed_with" = ? AND "id" <> ?`, [
    root,
    root,
  ]);
  const loaded = await own.plan.load.load(
    own.tx,
    rows.map(({ id }) => String(id)),
    own.scope,
  );
  for (const draft of loaded.values()) await bringBack(own, draft as unknown as RecordValue); // loaded with every system field
}

/** What is unique, and spans that may not overlap, is checked again. */
async function bringBack(own: Attempt, record: RecordValue): Promise<void> {
  const { entity, tx, scope, context } = own;
  const all = new Set(Object.keys(entity.fields));
  refuseProblems(context.model, await uniqueProblems(tx, context.model, entity, record, scope, all));
  refuseProblems(context.model, await treeProblems(tx, entity, record));
  refuseProblems(context.model, await overlapProblems(tx, context, entity, record, scope));
  setColumns(tx, entity, record.id, [
    ['trashed_at', null],
    ['trashed_with', null],
    ['version', record.version + 1],
  ]);
  await note(own, record, 'restore');
  await recomputeAround(own, null, record);
}
