/** A terminal tells the whole group, and the bin tells us again: one wish to stop. */
const SAME_WISH_MS = 500;
const PATIENCE_MS = 10_000;

/** Ends when somebody asks this process to stop; a second time ends the process at once. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0;
    const ask = (): void => {
      if (asked > 0 && performance.now() - asked > SAME_WISH_MS) process.exit(130);
      if (asked > 0) return;
      asked = performance.now();
      setTimeout(() => process.exit(1), PATIENCE_MS).unref();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
    process.once('disconnect', () => {
      if (asked === 0) ask();
    });
  });
}
