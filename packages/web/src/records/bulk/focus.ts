import { useEffect } from 'react';

/** Focuses the page checkbox when the bar or panel with the focus closes. */
export function focusPageBox(): void {
  document.querySelector<HTMLElement>('main [data-nf-select-page]')?.focus();
}

/** Focuses the heading after an action, because the list may have no rows left. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** Esc clears the selection, unless something above the list closes first. */
export function useEscape(active: boolean, clear: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || closesFirst(event.target)) return;
      clear();
    };
    // Listens in the capture phase, before a dialog or menu closes.
    window.addEventListener('keydown', hear, true);
    return () => window.removeEventListener('keydown', hear, true);
  }, [active, clear]);
}

/** Whether Esc acts elsewhere: in a text field, on a toast, or on an open menu or dialog. */
function closesFirst(target: EventTarget | null): boolean {
  const own = 'input:not([type="checkbox"]), textarea, [data-nf-toast], [data-nf-toast] *';
  const open = '[role="dialog"], [role="menu"], [role="listbox"]';
  return (target instanceof Element && target.matches(own)) || document.querySelector(open) !== null;
}
