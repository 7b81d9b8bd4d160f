import { useRef, type KeyboardEvent } from 'react';

/** After so long a pause in typing another word begins. */
const PAUSE_MS = 700;

/**
 * Types ahead in a select menu that cannot be searched: opens it, and marks the option that begins with what is typed; the same
 * letter again marks the next one that begins with it. Enter takes what is marked. Given to the menu as its `onKeyDown`.
 */
export function useTypeAhead(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: '', at: -Infinity });
  return ({ key, ctrlKey, metaKey, altKey, timeStamp, currentTarget: box }) => {
    // The menu itself answers the space bar.
    if ([...key].length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
    const text = timeStamp - typed.current.at < PAUSE_MS ? typed.current.text + key : key;
    typed.current = { text, at: timeStamp };
    if (box.getAttribute('aria-expanded') !== 'true') box.click();
    setTimeout(() => mark(box, text)); // once the options are drawn
  };
}

/** Moves the mark as the arrow keys do, so that the menu knows of it and names it to a screen reader. */
function mark(box: HTMLElement, text: string): void {
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '');
  const options = [...(list?.querySelectorAll('[role="option"]') ?? [])];
  const marked = options.findIndex((option) => option.hasAttribute('data-combobox-selected'));
  const from = marked === -1 ? options.findIndex((option) => option.hasAttribute('data-combobox-active')) : marked;
  const to = optionFor(
    options.map((option) => option.textContent),
    text,
    from,
  );
  if (to === -1 || to === marked) return;
  const steps = to === from ? ['ArrowDown', 'ArrowUp'] : arrows(to - from);
  for (const key of steps) box.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true }));
}

function arrows(way: number): readonly string[] {
  return Array<string>(Math.abs(way)).fill(way < 0 ? 'ArrowUp' : 'ArrowDown');
}

/** Which of these options typed text means, where the one at `from` is marked; -1: none. */
export function optionFor(options: readonly string[], text: string, from: number): number {
  const words = options.map(folded);
  const wanted = folded(text);
  const [first = ''] = wanted;
  const isOneLetter = [...wanted].every((letter) => letter === first);
  if (isOneLetter) {
    const next = words.findIndex((word, at) => at > from && word.startsWith(first));
    return next === -1 ? words.findIndex((word) => word.startsWith(first)) : next;
  }
  return words.findIndex((word) => word.startsWith(wanted));
}

function folded(text: string): string {
  return text.trim().normalize('NFKC').toLocaleLowerCase();
}
