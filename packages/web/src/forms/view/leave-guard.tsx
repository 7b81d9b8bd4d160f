import { useEffect } from 'react';
import { useBlocker } from 'react-router';
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
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
  const save = async (): Promise<void> => {
    if (await onSave()) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <LeaveDialog
      opened={blocker.state === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => {
        onDiscard();
        blocker.proceed?.();
      }}
      onSave={() => void save()}
    />
  );
}
