import { canEver, type RecordValue } from '@ninefold/model';
import { findRecord } from '../reading/get.ts';
import type { Attempt } from './attempt.ts';

/** The record as its writer may read it now; whoever may not read it learns its id and version only. */
export async function answerWritten(
  { views, rights, entity, tx, scope }: Attempt,
  record: RecordValue,
): Promise<RecordValue> {
  const { record: _record, before: _before, ...plain } = scope;
  const view = views.peek(rights, entity.id);
  const found = canEver(rights, entity.id, 'read')
    ? await findRecord(view, view.isFlat ? { ...tx, all: tx.last } : tx, record.id, plain)
    : null;
  if (found) return found;
  const { id, version, created_at, changed_at } = record;
  return { id, version, created_at, created_by: null, changed_at, changed_by: null };
}
