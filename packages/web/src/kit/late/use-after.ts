import { useEffect, useState } from 'react';

/** Whether something stands on the page already, so that code that is needed less comes after it. */
export function useAfter(stands: boolean): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    if (!stands) return undefined;
    const frame = requestAnimationFrame(() => setIsAfter(true));
    return () => cancelAnimationFrame(frame);
  }, [stands]);
  return isAfter;
}
