import { useSyncExternalStore } from 'react';

/** Single keys can be switched off (WCAG 2.1.4); remembered in this browser for this reader. */
const keyOf = (user: string): string => `nf-keys:${user}`;
const listeners = new Set<() => void>();

export function areKeysOn(user: string): boolean {
  return localStorage.getItem(keyOf(user)) !== 'off';
}

export function switchKeys(user: string, on: boolean): void {
  if (on) localStorage.removeItem(keyOf(user));
  else localStorage.setItem(keyOf(user), 'off');
  for (const listener of listeners) listener();
}

/** Whether single keys act for this reader. */
export function useKeysOn(user: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => areKeysOn(user),
  );
}
