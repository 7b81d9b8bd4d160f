/** Ends when somebody asks this process to stop; a second time ends it at once. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const ask = (): void => {
      if (asked) process.exit(130);
      asked = true;
      setTimeout(() => process.exit(1), 10_000).unref();
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
    process.on('disconnect', ask);
  });
}
