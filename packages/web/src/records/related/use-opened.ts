import { useState } from 'react';
import { useLocation } from 'react-router';

/** What stays open while the page is left and visited again, by the key of the visit. */
const openedAt = new Map<string, ReadonlySet<string>>();

/** Whether a section is open: it was opened on this visit of the page, or the address names it. */
export function useOpened(anchor: string): { readonly opened: boolean; readonly toggle: () => void } {
  const { key, hash } = useLocation();
  const known = openedAt.get(key);
  const [opened, setOpened] = useState(known?.has(anchor) ?? hash === `#${anchor}`);
  const toggle = (): void => {
    const others = [...(openedAt.get(key) ?? [])].filter((one) => one !== anchor);
    openedAt.set(key, new Set(opened ? others : [...others, anchor]));
    setOpened(!opened);
  };
  return { opened, toggle };
}
