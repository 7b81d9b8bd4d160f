import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { LeaveDialog } from './leave-dialog.tsx';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  readonly when: boolean;
  /** Saves, then goes on; answers whether it was saved. */
  readonly onSave: () => Promise<boolean>;
  /** What was typed is given up. */
  readonly onDiscard: () => void;
}

/** Asks before what was typed is lost: on the way to another page, and when the window is closed. */
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
