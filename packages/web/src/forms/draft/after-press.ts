let isPressed = false;
let waiting: readonly (() => void)[] = [];

function press(): void {
  isPressed = true;
}

function release(): void {
  isPressed = false;
  const acts = waiting;
  waiting = [];
  // After the click that the same press ends in.
  setTimeout(() => acts.forEach((act) => act()));
}

globalThis.addEventListener('pointerdown', press, true);
globalThis.addEventListener('pointerup', release, true);
globalThis.addEventListener('pointercancel', release, true);

/**
 * Does something that may move the page: at once, or after the press that is going on. A message that appears between
 * pressing and releasing a button would move the button away, and the click would be lost. What stands in a picker becomes its value
 * as it is left, which may be by such a press.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting = [...waiting, act];
  else act();
}
