import type { Entity, RecordValue, Wire } from '@ninefold/model';
import { useUpdateMutation } from '../../base/calls/record-api.ts';
import { toFailure, type Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useShowUndoable } from '../../kit/undo/use-undo.ts';

/** What came of a change. */
type Answer = { readonly data?: RecordValue | undefined; readonly error?: unknown };

/** Changes one field of a record that stands among others. */
export function useOneField(entity: Entity, field: string) {
  const { t, entity: nameOf } = useTexts();
  const [update] = useUpdateMutation();
  const showUndoable = useShowUndoable();
  const put = ({ id, version }: RecordValue, value: Wire, confirm: readonly string[]): Promise<Answer> =>
    update({ entity: entity.id, id, version, body: { [field]: value, ...(confirm.length > 0 ? { confirm } : {}) } });
  return {
    put,
    /** Says what was done, and offers to write the value that was there before. */
    offerUndo: (text: string, changed: RecordValue, before: Wire): void => {
      const undo = async (): Promise<Failure | null> => {
        const { error } = await put(changed, before, []);
        return error === undefined ? null : toFailure(error);
      };
      const undone = t('record.changes_undone', { name: changed.title ?? nameOf(entity.id) });
      showUndoable({ text, undone, entity: entity.id, undo });
    },
  };
}
