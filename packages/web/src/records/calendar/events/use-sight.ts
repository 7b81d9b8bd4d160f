import { useEffect, useState, type RefObject } from 'react';

/** How far before it is seen a part counts as in sight. */
const MARGIN = '400px';

/** Whether a part of the page has come into sight: what it shows is asked for then, not before. */
export function useSight(box: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || isSeen) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setIsSeen((before) => before || entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, isSeen]);
  return isSeen;
}
