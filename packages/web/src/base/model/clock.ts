import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
let current = new Date().toISOString();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  current = new Date().toISOString();
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, MINUTE_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present instant, RFC 3339 UTC, renewed once a minute. */
export function useNow(): string {
  return useSyncExternalStore(subscribe, () => current);
}
