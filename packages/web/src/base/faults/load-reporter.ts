import { whenNoted } from './faults.ts';

/** Loads the reporter when there is the first thing to report. `dsn` empty: nothing is reported. */
export function loadReporter(dsn: string, release: string): void {
  if (dsn === '') return;
  let loading = false;
  whenNoted(() => {
    if (loading) return;
    loading = true;
    import('./reporter.ts').then(
      ({ startReporter }) => startReporter(dsn, release),
      () => {
        loading = false;
      },
    );
  });
}
