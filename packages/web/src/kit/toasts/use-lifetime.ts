import { useEffect, useRef, useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Calls `onEnd` when `lifetime` milliseconds have passed, not counting those while `held` or while the tab is hidden. */
export function useLifetime(lifetime: number, held: boolean, onEnd: () => void): void {
  const hidden = useSyncExternalStore(subscribe, () => document.hidden);
  const left = useRef(lifetime);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const runs = !held && !hidden;
  useEffect(() => {
    if (!runs) return undefined;
    const since = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - since));
    };
  }, [runs]);
}
