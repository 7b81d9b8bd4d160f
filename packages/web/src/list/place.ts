import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

interface Place {
  readonly top: number;
  readonly record: string;
}

const places = new Map<string, Place>();

/** Remembers where the reader was when a row was opened, and puts scroll and focus back there on the way back. */
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
    // The router puts the page to the top on arrival; this comes after it.
    requestAnimationFrame(() => {
      link?.focus({ preventScroll: true });
      window.scrollTo({ top: place.top, behavior: 'instant' });
    });
  }, [ready, key, way]);
  return (record) => places.set(key, { top: window.scrollY, record });
}
