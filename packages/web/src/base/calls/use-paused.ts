import { useCallback, useEffect, useRef } from 'react';

/** So long nobody has changed anything before it is sent. */
const PAUSE_MS = 300;

/** Sends the last of several changes once there is a pause, or as the page is left. */
export function usePaused(): (send: () => void) => void {
  const waits = useRef<{ timer: number; send: (() => void) | null }>({ timer: 0, send: null });
  useEffect(() => {
    const { current } = waits;
    return () => current.send?.();
  }, []);
  return useCallback((send) => {
    const { current } = waits;
    clearTimeout(current.timer);
    current.send = () => {
      current.send = null;
      send();
    };
    current.timer = window.setTimeout(() => current.send?.(), PAUSE_MS);
  }, []);
}
