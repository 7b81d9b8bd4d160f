import { useEffect, useState } from 'react';

const SILENT_MS = 300;
const SHOWN_MS = 400;

/** True once `busy` has lasted 300 ms, then for at least 400 ms. This prevents flicker. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(busy), busy ? SILENT_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return slow;
}
