import { useEffect } from 'react';
import { areKeysOn } from '../../kit/keyboard/key-switch.ts';
import { isCovered, isTyping } from '../../kit/keyboard/keys.ts';

const ROWS = 'main :is(tr, [data-nf-cards] > li)[data-nf-record]';
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Shift and an arrow key take the next row into what is selected, or leave one behind where they lead back. */
export function useRangeKeys(user: string): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const by = STEPS[event.key];
      if (by === undefined || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isCovered() || isTyping(event.target) || !areKeysOn(user)) return;
      const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const [from, to] = [rows[at], rows[at + by]];
      if (at < 0 || !boxOf(from)) return;
      event.preventDefault();
      if (from !== undefined) extend(from, to);
    };
    // Before the keys that lead from row to row.
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [user]);
}

function boxOf(row: HTMLElement | undefined): HTMLInputElement | null {
  return row?.querySelector<HTMLInputElement>('input[data-nf-select]') ?? null;
}

function extend(from: HTMLElement, to: HTMLElement | undefined): void {
  const [own, other] = [boxOf(from), boxOf(to)];
  const isBack = own?.checked === true && other?.checked === true;
  if (isBack || own?.checked === false) own?.click();
  // What is selected is known once the page is drawn with it.
  if (!isBack) setTimeout(() => other?.checked === false && other.click());
  to?.querySelector<HTMLElement>('a[data-nf-open]')?.focus();
}
