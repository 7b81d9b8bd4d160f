import type { Entity, HistoryEntry } from '@ninefold/model';

export interface Step {
  readonly state: string;
  readonly place: 'past' | 'current' | 'future' | 'skipped';
}

/**
 * The states of the main path in written order, with where the record stands. States off the path (rejected, cancelled)
 * are among them only while the record is in one.
 */
export function stepsOf(entity: Entity, current: string, visited: ReadonlySet<string> | null): readonly Step[] {
  const states = Object.values(entity.lifecycle?.states ?? {});
  const isOff = (kind: string): boolean => kind === 'rejected' || kind === 'cancelled';
  const path = states.filter((state) => !isOff(state.kind) || state.id === current).map((state) => state.id);
  const at = path.indexOf(current);
  return path.map((state, index) => {
    if (index === at) return { state, place: 'current' };
    if (index > at) return { state, place: 'future' };
    return { state, place: visited === null || visited.has(state) ? 'past' : 'skipped' };
  });
}

/** The newest entry that brought the record into a state from another. */
export function reachedBy(history: readonly HistoryEntry[] | null, state: string): HistoryEntry | null {
  return history?.find(({ from, to }) => to === state && from !== state) ?? null;
}
