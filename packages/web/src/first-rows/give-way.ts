import styles from './first-rows.module.css';

/** What the application has drawn when there is something to see of it: a page that waits for nothing, or a failure. */
const DRAWN = '[data-nf-screen]:not([aria-busy="true"]), [data-nf-error]';

/** Takes the rows that the server has drawn away in the moment in which the application has drawn its page below, where that was scrolled to. */
export function giveWay(root: HTMLElement): void {
  const over = document.querySelector<HTMLElement>(`.${styles['over'] ?? ''}`);
  if (over === null) return;
  // To ask for it in the end would make the browser lay out both pages.
  let scrolledTo = over.scrollTop;
  over.addEventListener('scroll', () => void (scrolledTo = over.scrollTop), { passive: true });
  const watch = new MutationObserver(() => {
    if (root.querySelector(DRAWN) === null) return;
    watch.disconnect();
    over.remove();
    if (scrolledTo > 0) window.scrollTo(0, scrolledTo);
  });
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
}
