import { useEffect, useState } from 'react';

/** The remaining seconds of a wait. It begins whenever `started` changes and ends at 0. */
export function useCountdown(seconds: number, started: unknown): number {
  const [shown, setShown] = useState<{ readonly of: unknown; readonly left: number }>({ of: null, left: 0 });
  useEffect(() => {
    if (seconds <= 0) return undefined;
    const end = Date.now() + seconds * 1000;
    const show = (): void => setShown({ of: started, left: Math.max(0, Math.ceil((end - Date.now()) / 1000)) });
    const timer = setInterval(show, 250);
    return () => clearInterval(timer);
  }, [seconds, started]);
  return shown.of === started ? shown.left : Math.max(0, Math.ceil(seconds));
}
