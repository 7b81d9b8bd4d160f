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
      if (event.key !== 'Escape' || isComposing(event) || closesFirst(event.target)) return;
      clear();
    };
    // Heard before anything closes, so that what is open can still be seen.
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  }, [active, clear]);
}

/** Whether Esc belongs to something else: what is typed in, a toast, or a menu or dialog that is open. */
function closesFirst(target: EventTarget | null): boolean {
  const own = 'input:not([type="checkbox"]), textarea, [data-nf-toast], [data-nf-toast] *';
  const open = '[role="dialog"], [role="menu"], [role="listbox"]';
  return (target instanceof Element && target.matches(own)) || document.querySelector(open) !== null;
}
