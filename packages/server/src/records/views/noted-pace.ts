import type { Sql } from '../../storage/sql/sql.ts';

/** A statement that took longer, in ms, is a slow one. */
const SLOW_MS = 5;
const MOST_NOTED = 500;

const slow = new WeakMap<object, Set<string>>();

/** Whether a statement has taken long once, whatever its values were. It decides on the plan, not on what is found. */
export interface NotedPace {
  readonly isSlow: boolean;
  note(ms: number): void;
}

/** Of a statement of this view. */
export function notedPace(view: object, { text }: Sql): NotedPace {
  const known = slow.get(view) ?? new Set<string>();
  slow.set(view, known);
  return {
    isSlow: known.has(text),
    note: (ms) => {
      if (ms <= SLOW_MS) return;
      if (known.size >= MOST_NOTED) known.clear();
      known.add(text);
    },
  };
}
