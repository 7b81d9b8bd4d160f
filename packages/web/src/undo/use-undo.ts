import { useTexts } from '../texts/use-texts.ts';
import { showToast } from '../toasts/toast.ts';
import { noteFailure, noteUndoable, takeUndoable, type Undoable } from './undo-stack.ts';

/** Takes back what was done: once, and it says how that went. */
export function useTakeBack(): (done: Undoable) => Promise<void> {
  const { t } = useTexts();
  return async (done) => {
    if (!takeUndoable(done)) return;
    const failure = await done.undo();
    if (failure) noteFailure({ done, failure });
    else showToast({ text: t('undo.done', { what: done.text }) });
  };
}

/** Says in a toast what was done, with the way back; Ctrl Z stays when the toast has gone. */
export function useShowUndoable(): (done: Undoable) => void {
  const { t } = useTexts();
  const takeBack = useTakeBack();
  return (done) => {
    noteUndoable(done);
    showToast({ text: done.text, action: { label: t('undo.button'), run: () => void takeBack(done) } });
  };
}
