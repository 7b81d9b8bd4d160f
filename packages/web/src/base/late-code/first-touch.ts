const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel'];

/** A page that nobody touches is complete after this long: a program that reads it aloud touches nothing. */
const UNTOUCHED_MS = 60_000;

let touch: Promise<void> | null = null;

/**
 * Resolves when the reader first does something on the page, counted from the first call, or a minute after that. What nobody sees, and
 * only a key or the pointer asks for, is loaded then.
 */
export function firstTouch(): Promise<void> {
  touch ??= new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      for (const type of TOUCHES) removeEventListener(type, end, true);
      resolve();
    };
    const timer = setTimeout(end, UNTOUCHED_MS);
    for (const type of TOUCHES) addEventListener(type, end, { capture: true, passive: true });
  });
  return touch;
}
