import { useEffect, useRef, type RefObject } from 'react';

/** Tells the style sheets how high the top bar is (`--nf-top`, in pixels): what sticks to the window begins below it. */
export function useTopHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--nf-top', `${String(element.offsetHeight)}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--nf-top');
    };
  }, []);
  return bar;
}
