import { useEffect, useState } from 'react';

/** Seconds that are left of a wait that began when `started` was set; 0 when it is over. */
export function useCountdown(seconds: number, started: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (seconds <= 0) {
      setLeft(0);
      return undefined;
    }
    const end = Date.now() + seconds * 1000;
    const show = (): void => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    show();
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  }, [seconds, started]);
  return left;
}
