import type { Page } from 'playwright-core';

/**
 * Stops the clock of a page, on which `page.clock.install()` has been called, about half a second from now. On a busy
 * machine that moment may have passed before the page handles the call; then a later moment is used.
 */
export async function stopClock(page: Page): Promise<void> {
  for (let ahead = 500; ; ahead *= 2) {
    try {
      await page.clock.pauseAt(await page.evaluate((ms) => Date.now() + ms, ahead));
      return;
    } catch (error) {
      if (ahead > 10_000 || !String(error).includes('to the past')) throw error;
    }
  }
}
