import type { MouseEvent } from 'react';

/** What has a use of its own inside a row. */
const OWN_USE = 'a, button, input, label, select, textarea, summary, [contenteditable], [role="button"]';

/**
 * A press anywhere in a row or card follows the link that opens its record; with Ctrl, ⌘ or the middle button in another tab, as a
 * link does. Not on what has a use of its own, where its selection is, or at the end of selecting text.
 */
export function openRow(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget: row } = event;
  if (event.defaultPrevented || !(target instanceof Element) || target.closest(OWN_USE) !== null) return;
  if (target.closest('[data-nf-check]') !== null || !row.contains(target)) return;
  const isMiddle = event.type === 'auxclick' && event.button === 1;
  if (event.type === 'auxclick' && !isMiddle) return;
  if (!isMiddle && window.getSelection()?.isCollapsed === false) return;
  const link = row.querySelector<HTMLAnchorElement>('a[data-nf-open]');
  if (link === null) return;
  if (isMiddle || event.ctrlKey || event.metaKey || event.shiftKey) window.open(link.href, '_blank', 'noopener');
  else link.click();
}
