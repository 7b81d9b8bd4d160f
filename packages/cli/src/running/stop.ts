/** A terminal signals the whole process group, and the started command signals again: both are one request to stop. */
const SAME_WISH_MS = 500;

/** Ends when somebody asks this process to stop; a second time, or `patienceMs` later, the process ends at once. */
export function stopRequested(patienceMs = 10_000): Promise<void> {
  return new Promise((resolve) => {
    let asked = 0;
    const ask = (): void => {
      if (asked > 0 && performance.now() - asked > SAME_WISH_MS) process.exit(130);
      if (asked > 0) return;
      asked = performance.now();
      setTimeout(() => process.exit(1), patienceMs).unref();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
    process.once('disconnect', () => {
      if (asked === 0) ask();
    });
  });
}
