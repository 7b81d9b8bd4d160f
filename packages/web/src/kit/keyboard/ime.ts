/**
 * Keeps the keys of an input method from the page: no handler of the page sees a key that converts text, and the Enter
 * that ends a conversion sends no form, the Esc that drops one empties no search. Called once, at the start, before anything else listens.
 */
export function guardConversions(): void {
  window.addEventListener('keydown', keepFromPage, true);
}

/** Keys that the browser itself answers in an input. */
const OF_INPUTS = new Set(['Enter', 'Escape']);

function keepFromPage(event: KeyboardEvent): void {
  if (!isComposing(event)) return;
  event.stopImmediatePropagation();
  // Otherwise the browser sends the form of a one-line input on this Enter, and empties an input for searching on this Esc.
  if (OF_INPUTS.has(event.key) && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** True while an input method is converting: Enter, Esc and arrows then belong to it. Safari says it by key code 229 alone. */
function isComposing({ isComposing: converts, keyCode }: KeyboardEvent): boolean {
  return converts || keyCode === 229;
}
