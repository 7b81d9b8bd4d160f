import type { Entity, RecordValue, Wire } from '@ninefold/model';
import { useUpdateMutation } from '../../base/calls/record-api.ts';
import type { Failure } from '../../base/store/failure.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { useShowUndoable } from '../../kit/undo/use-undo.ts';
import { takeBackChange } from './take-back.ts';

/** Values of some fields, as a write names them. */
type Values = Readonly<Record<string, Wire>>;

/** The record before a change, and its values then of what was changed. */
interface Former {
  readonly before: RecordValue;
  readonly values: Values;
}

/** What came of a change. */
type Answer = { readonly data?: RecordValue | undefined; readonly error?: unknown };

/** Changes some fields of a record that stands among others. */
export function useChange(entity: Entity) {
  const { t, entity: nameOf } = useTexts();
  const [update] = useUpdateMutation();
  const showUndoable = useShowUndoable();
  const change = ({ id, version }: RecordValue, values: Values, confirm: readonly string[]): Promise<Answer> =>
    update({ entity: entity.id, id, version, body: { ...values, ...(confirm.length > 0 ? { confirm } : {}) } });
  return {
    change,
    /** Says what was done, and offers to write the values that were there before. */
    offerUndo: (text: string, changed: RecordValue, { before, values }: Former): void => {
      const undo = (): Promise<Failure | null> =>
        takeBackChange({ before, saved: changed }, (version, confirm) =>
          change({ ...changed, version }, values, confirm),
        );
      const undone = t('record.changes_undone', { name: changed.title ?? nameOf(entity.id) });
      showUndoable({ text, undone, entity: entity.id, undo });
    },
  };
}
