import { useEffect } from 'react';
import { isComposing } from '../keyboard/ime.ts';

/** Where the focus goes when a bar or panel that had it is closed. */
export function focusPageBox(): void {
  document.querySelector<HTMLElement>('main [data-nf-select-page]')?.focus();
}

/** Where it goes after an action: the list may have no rows any more. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** Esc clears the selection where nothing on top of the list closes first. */
export function useEscape(active: boolean, clear: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
      const typing = event.target instanceof Element && event.target.matches('input:not([type="checkbox"]), textarea');
      if (typing || document.querySelector('[role="dialog"], [aria-expanded="true"][aria-haspopup]') !== null) return;
      clear();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [active, clear]);
}
