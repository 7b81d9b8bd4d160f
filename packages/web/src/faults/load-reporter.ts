/** Loads the reporter when the page has nothing better to do. `dsn` empty: nothing is reported. */
export function loadReporter(dsn: string, release: string): void {
  if (dsn === '') return;
  const load = (): void => {
    import('./reporter.ts').then(
      ({ startReporter }) => startReporter(dsn, release),
      () => undefined,
    );
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 5000 });
  else setTimeout(load, 1000);
}
