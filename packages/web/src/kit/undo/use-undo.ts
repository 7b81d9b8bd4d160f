import { useTexts } from '../../base/texts/use-texts.tsx';
import { mayPass } from '../../base/store/failure.ts';
import { showToast } from '../toasts/toast.ts';
import { noteFailure, noteUndoable, noteUndone, takeUndoable, type Final, type Undoable } from './undo-stack.ts';

/** Undoes an action, at most once, and shows the result; of one that cannot be undone it says so. */
export async function takeBack(done: Undoable | Final): Promise<void> {
  if (!takeUndoable(done)) return;
  if (done.undo === null) return showToast({ text: done.text });
  const failure = await done.undo();
  // What may pass later is still the last thing to take back.
  if (failure !== null && mayPass(failure)) noteUndoable(done);
  if (failure) return noteFailure({ done, failure });
  noteUndone(done, new Date().toISOString());
  showToast({ text: done.undone });
}

/** Shows a toast with an undo button for the action. Ctrl Z undoes it after the toast has closed. */
export function useShowUndoable(): (done: Undoable) => void {
  const { t } = useTexts();
  return (done) => {
    noteUndoable(done);
    showToast({ text: done.text, action: { label: t('undo.button'), run: () => void takeBack(done) } });
  };
}
