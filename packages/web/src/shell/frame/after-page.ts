import { store, type AppState } from '../../base/store/store.ts';

const SOON_MS = 1000;

/** Resolves once the page and what it has asked for are there. */
export function afterPage(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isDrawing() || isAsking(store.getState())) return;
      clearInterval(timer);
      resolve();
    }, SOON_MS);
  });
}

/** Whether what the page shows is not all there: the code of its screen may still be coming. */
function isDrawing(): boolean {
  const main = document.querySelector('main');
  return main?.querySelector('h1') == null || main.querySelector('[aria-busy="true"]') !== null;
}

/** Whether an answer that the page shows is on its way. */
function isAsking({ api: { queries } }: AppState): boolean {
  return Object.values(queries).some((query) => query?.status === 'pending');
}
