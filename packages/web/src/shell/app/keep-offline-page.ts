/**
 * Lets a service worker show a page of ours in `language` where the browser cannot load one. Browsers without service
 * workers, or at an address without https, show their own.
 */
export function keepOfflinePage(language: string): void {
  void navigator.serviceWorker?.register(`/_/worker.js?lng=${language}`, { scope: '/' }).catch(() => undefined);
}
