import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { contextOptions, type Language, type Profile } from './browser.ts';

/**
 * One renderer for all pages of an application, which keeps the compiled scripts. An empty page takes it too: without the
 * last two every new page began in a renderer of its own, which was thrown away.
 */
export const SHARED_RENDERER = [
  '--process-per-site',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
] as const;

/** A page that is closed in the middle of a navigation can hang: after this time its profile is left to the end of the browser. */
const CLEANING_MS = 10_000;

/** Browser profiles that tests use one after the other. */
export interface Profiles {
  /**
   * Gives a profile without a trace of an earlier test: no cookie, no storage, no page, a running clock. Closing the
   * profile gives it back.
   */
  take(language: Language): Promise<Profile>;
}

interface Used {
  readonly context: BrowserContext;
  /** A page that stays open, so that the renderer is not ended. */
  readonly anchor: Page;
}

/** Profiles for the application at `url`. */
export function createProfiles(browser: Browser, url: string): Profiles {
  const resting: Record<Language, Used[]> = { en: [], ja: [] };
  return {
    async take(language) {
      const used = (await firstSound(resting[language], url)) ?? (await create(browser, url, language));
      const { context } = used;
      return {
        request: context.request,
        cookies: (urls) => context.cookies(urls),
        clearCookies: (options) => context.clearCookies(options),
        grantPermissions: (permissions, options) => context.grantPermissions(permissions, options),
        newPage: () => context.newPage(),
        setOffline: (offline) => context.setOffline(offline),
        close: async () => {
          const isClean = await Promise.race([clean(used, url).then(() => true), setTimeout(CLEANING_MS, false)]);
          if (isClean) resting[language].push(used);
        },
      };
    },
  };
}

async function create(browser: Browser, url: string, language: Language): Promise<Used> {
  const context = await browser.newContext(contextOptions({ url, language }));
  context.setDefaultTimeout(30_000);
  const anchor = await context.newPage();
  await anchor.goto('/health');
  return { context, anchor };
}

/** A clock that a test has installed cannot be removed from its context: such a profile is not used again. */
async function firstSound(resting: Used[], url: string): Promise<Used | null> {
  for (let used = resting.pop(); used !== undefined; used = resting.pop()) {
    await used.anchor.goto(`${url}/health`);
    if (await used.anchor.evaluate(() => String(globalThis.setTimeout).includes('[native code]'))) return used;
    await used.context.close();
  }
  return null;
}

async function clean({ context, anchor }: Used, url: string): Promise<void> {
  await Promise.all(context.pages().map((page) => (page === anchor ? null : page.close())));
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  const session = await context.newCDPSession(anchor);
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' });
  await session.detach();
}
