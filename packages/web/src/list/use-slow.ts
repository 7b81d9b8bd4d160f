import { useEffect, useState } from 'react';

const SILENT_MS = 300;
const SHOWN_MS = 400;

/** True once `busy` has lasted 300 ms, and then for at least 400 ms, so that nothing flickers. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(busy), busy ? SILENT_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return slow;
}
