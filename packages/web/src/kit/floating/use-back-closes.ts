import { useEffect } from 'react';
import { useLeave } from '../../base/navigation/use-leave.ts';

/** A sheet holds nothing that is unsaved. */
const NOTHING = { save: () => Promise.resolve(true), discard: () => undefined };

/** Lets Back close a sheet over the page, as it does on a phone, instead of leaving the page under it. */
export function useBackCloses(opened: boolean, close: () => void): void {
  const { isHeldUp, stay } = useLeave(opened, NOTHING);
  useEffect(() => {
    if (!isHeldUp) return;
    stay();
    close();
    // Once for each time that somebody leaves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isHeldUp]);
}
