/** What the application has drawn when there is something to see of it: a page that waits for nothing, or a failure. */
const DRAWN = '[data-nf-screen]:not([aria-busy="true"]), [data-nf-error]';

/** Whether there is something to see of the application. */
export function isDrawn(root: HTMLElement): boolean {
  return root.querySelector(DRAWN) !== null;
}

/** Takes the first rows away in the moment in which the application has drawn its page below, where that was scrolled to. */
export function giveWay(over: HTMLElement, root: HTMLElement): void {
  const watch = new MutationObserver(() => {
    if (!isDrawn(root)) return;
    watch.disconnect();
    const { scrollTop } = over;
    over.remove();
    if (scrollTop > 0) window.scrollTo(0, scrollTop);
  });
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
}
