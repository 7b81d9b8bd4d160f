import type { PointerEvent } from 'react';

/** A finger that moved further meant to take the press back. */
const STILL = 8;

/**
 * Counts a press on a submit button that the page moved away under the finger: leaving the field before it may put a message
 * in between, and then the browser makes no click of the press.
 */
export function keepMovedPress({
  clientX,
  clientY,
  currentTarget: button,
  button: which,
}: PointerEvent<HTMLButtonElement>): void {
  if (which !== 0) return;
  const ended = new AbortController();
  const { signal } = ended;
  button.addEventListener('click', () => ended.abort(), { signal });
  const released = (event: globalThis.PointerEvent): void => {
    const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) < STILL;
    // The click, where there is one, comes right behind.
    setTimeout(() => {
      if (signal.aborted) return;
      ended.abort();
      if (isStill) button.form?.requestSubmit(button);
    });
  };
  window.addEventListener('pointerup', released, { signal });
  window.addEventListener('pointercancel', () => ended.abort(), { signal });
}
