import { PRIVATE_PREFIX } from '../../base/session/private-storage.ts';

const MOST = 5;
const keyOf = (user: string): string => `${PRIVATE_PREFIX}commands:${user}`;

/** Ids of the commands that this reader chose last, newest first. */
export function recentCommands(user: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function noteCommand(user: string, id: string): void {
  const others = recentCommands(user).filter((each) => each !== id);
  try {
    localStorage.setItem(keyOf(user), JSON.stringify([id, ...others].slice(0, MOST)));
  } catch {
    // If the storage is full or forbidden, nothing is remembered.
  }
}
