import { shapeKey, type AskedShape } from './asked-shape.ts';
import type { Calls } from './use-rows.ts';

/** Watches which shapes of lists are asked. */
export interface ListWatch {
  /** Notes that the statements of a list of this shape have taken `ms`. */
  asked(shape: AskedShape, ms: number): void;
  /** How an index that follows use answers this shape; null where none does. */
  served(shape: AskedShape): Serving | null;
}

/** How an index answers a shape. */
export interface Serving {
  /** A condition on the rows `t` that is true of each, and lets the planner see the index. */
  readonly sees: string;
  /** It has the rows of a row condition together; otherwise the condition is checked entry by entry. */
  readonly leadsByRule: boolean;
}

/** A watch whose notes are taken from time to time. */
export interface NotedLists extends ListWatch {
  /** What was noted since it was asked last, by `shapeKey`. */
  take(): ReadonlyMap<string, Calls>;
  /** Says by which shapes an index that follows use is there. */
  serve(shapes: ReadonlyMap<string, Serving>): void;
}

/** More shapes are not noted between two takings. */
const MOST_SHAPES = 1000;

export function createListWatch(): NotedLists {
  let noted = new Map<string, Calls>();
  let serving: ReadonlyMap<string, Serving> = new Map();
  return {
    asked: (shape, ms) => {
      const key = shapeKey(shape);
      const known = noted.get(key);
      if (known === undefined && noted.size >= MOST_SHAPES) return;
      noted.set(key, { calls: (known?.calls ?? 0) + 1, ms: (known?.ms ?? 0) + ms });
    },
    served: (shape) => serving.get(shapeKey(shape)) ?? null,
    take: () => {
      const taken = noted;
      noted = new Map();
      return taken;
    },
    serve: (shapes) => void (serving = shapes),
  };
}
