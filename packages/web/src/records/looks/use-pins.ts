import { useEffect, type RefObject } from 'react';

/** At most so many columns can stay while the others scroll. */
export const MOST_PINS = 3;

/** Tells the style of a table where each column that stays begins, as wide as the ones before it are now. */
export function usePins(frame: RefObject<HTMLElement | null>, pinned: number): void {
  useEffect(() => {
    const table = frame.current?.querySelector('table');
    if (!table || pinned < 2) return undefined;
    const measure = (): void => {
      const heads = [...table.querySelectorAll<HTMLElement>('thead th')];
      let start = 0;
      let place = 0;
      for (const head of heads) {
        if (head.hasAttribute('data-pin')) {
          table.style.setProperty(`--nf-pin-${String(place)}`, `${String(start)}px`);
          place += 1;
        }
        start += head.offsetWidth;
        if (place >= pinned) break;
      }
    };
    const observer = new ResizeObserver(measure);
    for (const head of table.querySelectorAll('thead th')) observer.observe(head);
    return () => observer.disconnect();
  }, [frame, pinned]);
}
