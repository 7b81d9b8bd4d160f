import { useEffect } from 'react';
import { useLeave } from '../../base/navigation/guarded-router.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

interface LeaveGuardProps {
  /** Whether there are unsaved changes. */
  readonly when: boolean;
  /** Saves. True: it was saved, and the navigation goes on. */
  readonly onSave: () => Promise<boolean>;
  /** The user discards the changes. */
  readonly onDiscard: () => void;
}

/** Asks before unsaved changes are lost: at navigation, and when the window closes. */
export function LeaveGuard({ when, onSave, onDiscard }: LeaveGuardProps) {
  const { isHeldUp, stay, leave } = useLeave(when);
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  const save = async (): Promise<void> => {
    if (await onSave()) leave();
    else stay();
  };
  return (
    <LeaveDialog
      opened={isHeldUp}
      onKeep={stay}
      onDiscard={() => {
        onDiscard();
        leave();
      }}
      onSave={() => void save()}
    />
  );
}
