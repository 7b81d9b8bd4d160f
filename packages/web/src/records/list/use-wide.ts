import { useEffect, useRef, useState, type RefObject } from 'react';

/** Whether the content of a frame is wider than the frame. */
export function useWide(): { readonly frame: RefObject<HTMLDivElement | null>; readonly isWide: boolean } {
  const frame = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const measure = (): void => setIsWide(content.scrollWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return { frame, isWide };
}
