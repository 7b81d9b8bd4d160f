import { useEffect, useState } from 'react';

const DOUBLE_CLICK_MS = 500;

/** False while the second click of a double click may still come, which must not close the dialog that the first has opened. */
export function useSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), DOUBLE_CLICK_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
