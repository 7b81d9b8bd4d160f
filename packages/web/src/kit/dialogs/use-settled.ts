import { useEffect, useState } from 'react';

const DOUBLE_CLICK_MS = 500;

/** False while a dialog is closed, and while the second click of a double click may still come, which must not close the dialog that the first has opened. */
export function useSettled(opened: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const timer = setTimeout(() => setIsSettled(true), DOUBLE_CLICK_MS);
    return () => {
      clearTimeout(timer);
      setIsSettled(false);
    };
  }, [opened]);
  return isSettled;
}
