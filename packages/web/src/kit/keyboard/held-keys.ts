/** How long keys are held for an input that does not come. */
const LONGEST_MS = 10_000;

const CONTROL = 'input, textarea, select, button, a[href]';

let stop = (): void => undefined;

/** Lets keys go their way again. What was held is dropped. */
export function dropHeldKeys(): void {
  stop();
}

/**
 * Holds what is typed from now on until the input that was asked for has the focus, and writes it there: code and values of an input
 * come later than the next key, and the letters of a text would run commands. Esc and a press of the mouse give it up; `onEscape` is
 * told of the key, so that the input does not come after all.
 */
export function holdKeys(onEscape: () => void = () => undefined): void {
  stop();
  let held = '';
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      stop();
      return onEscape();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    if (event.key === 'Backspace') held = held.slice(0, -1);
    else if (event.key.length === 1) held += event.key;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // What takes the focus may set its text then; what is held comes after that.
  const arrive = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target.matches(CONTROL)) requestAnimationFrame(() => write(target));
  };
  const write = (target: Element): void => {
    stop();
    // The only way by which inputs hear of it as of typing.
    if (held !== '' && document.activeElement === target) document.execCommand('insertText', false, held);
  };
  const given = (): void => stop();
  const timer = setTimeout(given, LONGEST_MS);
  addEventListener('keydown', press, true);
  addEventListener('focusin', arrive, true);
  addEventListener('pointerdown', given, true);
  stop = () => {
    clearTimeout(timer);
    removeEventListener('keydown', press, true);
    removeEventListener('focusin', arrive, true);
    removeEventListener('pointerdown', given, true);
    stop = () => undefined;
  };
}
