import { useEffect } from 'react';
import { useLeave } from '../../base/navigation/use-leave.ts';
import { LeaveDialog } from './leave-dialog.tsx';

interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  readonly when: boolean;
  /** Saves. True: it was saved, and the navigation goes on. */
  readonly onSave: () => Promise<boolean>;
  /** The user discards the changes. */
  readonly onDiscard: () => void;
  /** What the button of the form that saves says; "Save" where left out. */
  readonly verb?: string;
  /** What is typed is kept as a draft, with which the reader may leave. */
  readonly isKept?: boolean;
}

/** Asks before unsaved changes are lost: at navigation, for all that is unsaved on the page, and when the window closes. */
export function LeaveGuard({ when, onSave, onDiscard, verb, isKept = false }: LeaveGuardProps) {
  const { isHeldUp, stay, leave, saveAll, discardAll } = useLeave(when, { save: onSave, discard: onDiscard });
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  return (
    <LeaveDialog
      opened={isHeldUp}
      verb={verb}
      onKeep={stay}
      onDiscard={discardAll}
      onSave={() => void saveAll()}
      onLeave={isKept ? leave : null}
    />
  );
}
