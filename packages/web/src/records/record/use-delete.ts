import { useNavigate } from 'react-router';
import { type Entity, type RecordValue, screenPath } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { showToast } from '../../kit/toasts/toast.ts';
import { noteFinal } from '../../kit/undo/undo-stack.ts';
import { useShowUndoable } from '../../kit/undo/use-undo.ts';
import { useFromList } from '../rows/from-list.ts';
import { recordEndpoints, useRemoveMutation } from '../../base/calls/record-api.ts';

/** Deletes a record and goes to the list that it was opened from, else to its own. If the entity has a trash, the toast offers to restore the record. */
export function useDelete(
  entity: Entity,
  record: RecordValue,
  onFailure: (failure: Failure | null) => void,
): (confirm?: readonly string[]) => Promise<void> {
  const { t, entity: nameOf } = useTexts();
  const model = useModel();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const from = useFromList();
  const [remove] = useRemoveMutation();
  const showUndoable = useShowUndoable();
  const undo = async (): Promise<Failure | null> => {
    const answer = await dispatch(recordEndpoints.restore.initiate({ entity: entity.id, id: record.id }));
    if (answer.error !== undefined) return toFailure(answer.error);
    const path = screenPath(model, entity.id, 'record', record.id);
    if (path !== null) void navigate(path);
    return null;
  };
  return async (confirm = []) => {
    onFailure(null);
    const answer = await remove({ entity: entity.id, id: record.id, version: record.version, confirm });
    if (answer.error !== undefined) return onFailure(toFailure(answer.error));
    void navigate(from?.address ?? screenPath(model, entity.id, 'list') ?? '/');
    const name = record.title ?? nameOf(entity.id);
    const text = t('record.deleted', { name });
    if (!entity.trash) {
      noteFinal(t('undo.final', { what: text }));
      return showToast({ text });
    }
    showUndoable({ text, undone: t('trash.restored', { name }), entity: entity.id, undo });
  };
}
