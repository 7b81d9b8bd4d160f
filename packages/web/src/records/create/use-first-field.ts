import { useEffect, type RefObject } from 'react';

/** Gives the focus to the first thing that the form within asks for. */
export function focusFirstField(box: HTMLElement | null): void {
  box
    ?.querySelector<HTMLElement>('form :is(input:not([type="file"]), select, textarea)')
    ?.focus({ preventScroll: true });
}

/**
 * A form that somebody was led to begins in its first field, so that they may type at once. It stays with the heading where a
 * keyboard on the screen would cover the form.
 */
export function useFirstField(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isLed = document.activeElement?.matches('main h1') === true;
    if (isLed && matchMedia('(pointer: fine)').matches) focusFirstField(box.current);
  }, [box]);
}
