import { useEffect, useRef, type RefObject } from 'react';

/** How high the top bar is, for style sheets. */
export const TOP_HEIGHT = '--nf-top';

/** Tells the style sheets how high the top bar is (`--nf-top`, in pixels): what sticks to the window begins below it. */
export function useTopHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = `${String(element.offsetHeight)}px`;
      // Every style is worked out anew when a property of the page is set, even to what it is.
      if (style.getPropertyValue(TOP_HEIGHT) !== height) style.setProperty(TOP_HEIGHT, height);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(TOP_HEIGHT);
    };
  }, []);
  return bar;
}
