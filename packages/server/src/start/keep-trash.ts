const EVERY_MS = 3_600_000;

/**
 * Empties the trash of what is old enough, at once and then every hour; `log` takes what keeps it from that. The answer
 * ends it: it waits for the round that is under way.
 */
export function keepTrash(empty: () => Promise<number>, log: (line: string) => void): () => Promise<void> {
  let round = Promise.resolve();
  const begin = (): void => {
    round = round
      .then(empty)
      .then(() => undefined)
      .catch((error: unknown) => log(`The trash could not be emptied: ${String(error)}`));
  };
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return round;
  };
}
