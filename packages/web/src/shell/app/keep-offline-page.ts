import i18next from 'i18next';

/**
 * Lets a service worker show a page of ours where the browser cannot load one, in the language of this page. Browsers without service
 * workers, or at an address without https, show their own.
 */
export function keepOfflinePage(): void {
  const keep = (): void => {
    void navigator.serviceWorker
      ?.register(`/_/worker.js?lng=${i18next.language}`, { scope: '/' })
      .catch(() => undefined);
  };
  keep();
  i18next.on('languageChanged', keep);
}
