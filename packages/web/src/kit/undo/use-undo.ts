import { useTexts } from '../../base/texts/use-texts.ts';
import { showToast } from '../toasts/toast.ts';
import { noteFailure, noteUndoable, takeUndoable, type Undoable } from './undo-stack.ts';

/** Undoes an action, at most once, and shows the result. */
export function useTakeBack(): (done: Undoable) => Promise<void> {
  const { t } = useTexts();
  return async (done) => {
    if (!takeUndoable(done)) return;
    const failure = await done.undo();
    if (failure) noteFailure({ done, failure });
    else showToast({ text: t('undo.done', { what: done.text }) });
  };
}

/** Shows a toast with an undo button for the action. Ctrl Z undoes it after the toast has closed. */
export function useShowUndoable(): (done: Undoable) => void {
  const { t } = useTexts();
  const takeBack = useTakeBack();
  return (done) => {
    noteUndoable(done);
    showToast({ text: done.text, action: { label: t('undo.button'), run: () => void takeBack(done) } });
  };
}
