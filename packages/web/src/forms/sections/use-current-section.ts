import { useEffect, useState } from 'react';

/** Height in px of what stays on top of the page while it scrolls, with some air. */
const TOP_PX = 120;

/** The DOM id of the section that stands at the top of the window, among these. */
export function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(ids[0] ?? null);
  const key = ids.join(' ');
  useEffect(() => {
    const look = (): void => setCurrent(atTop(key.split(' ')));
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look, { passive: true });
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [key]);
  return current;
}

/** The last section whose beginning has passed the top; at the end of the page the last one. */
function atTop(ids: readonly string[]): string | null {
  const page = document.documentElement;
  if (page.scrollHeight > page.clientHeight && page.scrollTop + page.clientHeight >= page.scrollHeight - 2)
    return ids.at(-1) ?? null;
  const passed = ids.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= TOP_PX);
  return passed.at(-1) ?? ids[0] ?? null;
}
