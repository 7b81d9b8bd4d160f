import { useDeferredValue, useState } from 'react';

/** True from the first time that a dialog opens. Until then its code is not loaded. */
export function useEverOpened(opened: boolean): boolean {
  const [ever, setEver] = useState(opened);
  if (opened && !ever) setEver(true);
  return ever || opened;
}

/**
 * The same one drawing later. A dialog whose code arrives after it was opened is drawn closed first: only a dialog that
 * opens remembers the element that had the focus, and returns the focus to it.
 */
export function useOpening(opened: boolean): boolean {
  return useDeferredValue(opened, false);
}
