import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

interface Place {
  readonly top: number;
  readonly record: string;
}

const places = new Map<string, Place>();

/** Stores scroll position and focus when a row is opened, and restores them when the reader goes back. */
export function usePlace(ready: boolean): (record: string) => void {
  const { key } = useLocation();
  const way = useNavigationType();
  const restored = useRef(false);
  useEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    const place = way === 'POP' ? places.get(key) : undefined;
    if (place === undefined) return;
    const link = document.querySelector<HTMLElement>(`[data-nf-open="${CSS.escape(place.record)}"]`);
    // The router scrolls to the top on arrival; this runs after it.
    requestAnimationFrame(() => {
      link?.focus({ preventScroll: true });
      window.scrollTo({ top: place.top, behavior: 'instant' });
    });
  }, [ready, key, way]);
  return (record) => places.set(key, { top: window.scrollY, record });
}
