import type { RunningState } from '@ninefold/model';

/** What has entered a running total of a record and what has left it. */
export interface Movement {
  readonly entered: RunningState;
  readonly left: RunningState;
}

/** Why the stored values of a record have to be worked out again. */
export interface Cause {
  /** How many steps lie between the record that was written and this one. */
  readonly depth: number;
  /** Movements of its running totals, by name; null: it has to be counted anew. */
  readonly totals: ReadonlyMap<string, Movement | null>;
}

/** The records of one entity that wait. */
export interface Waiting {
  readonly entity: string;
  readonly causes: ReadonlyMap<string, Cause>;
}

/** The records whose stored computed values read what a transaction has changed, and were not worked out since. */
export interface Pending {
  /** Adds a cause; `merge` makes one of it and the cause that waits already. */
  add(entity: string, id: string, merge: (known: Cause | undefined) => Cause): void;
  /** Takes out some records of the first of these entities that any waits of; null where none waits. */
  take(order: readonly string[], most: number): Waiting | null;
  /** Lets the records of an entity wait no longer. */
  forget(entity: string): void;
  readonly entities: () => readonly string[];
  readonly size: () => number;
  /** Where `work` fails, what waited before it waits again. */
  part<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work`, during which `isBusy` is true. */
  busy<T>(work: () => Promise<T>): Promise<T>;
  readonly isBusy: () => boolean;
}

export function createPending(): Pending {
  const waiting = new Map<string, Map<string, Cause>>();
  let undo: (() => void)[] | null = null;
  let size = 0;
  let workers = 0;
  const put = (entity: string, id: string, cause: Cause | undefined): void => {
    const records = waiting.get(entity) ?? new Map<string, Cause>();
    const known = records.get(id);
    if (cause === undefined) records.delete(id);
    else records.set(id, cause);
    size += (cause === undefined ? 0 : 1) - (known === undefined ? 0 : 1);
    if (records.size === 0) waiting.delete(entity);
    else waiting.set(entity, records);
    undo?.push(() => put(entity, id, known));
  };
  return {
    add: (entity, id, merge) => put(entity, id, merge(waiting.get(entity)?.get(id))),
    take: (order, most) => {
      const entity = order.find((name) => waiting.has(name)) ?? waiting.keys().next().value;
      if (entity === undefined) return null;
      const causes = new Map([...(waiting.get(entity) ?? [])].slice(0, most));
      for (const id of causes.keys()) put(entity, id, undefined);
      return { entity, causes };
    },
    forget: (entity) => {
      for (const id of [...(waiting.get(entity) ?? new Map<string, Cause>()).keys()]) put(entity, id, undefined);
    },
    entities: () => [...waiting.keys()],
    size: () => size,
    isBusy: () => workers > 0,
    busy: async (work) => {
      workers += 1;
      try {
        return await work();
      } finally {
        workers -= 1;
      }
    },
    part: async (work) => {
      const outer = undo;
      const own: (() => void)[] = [];
      undo = own;
      try {
        const value = await work();
        outer?.push(...own);
        return value;
      } catch (reason) {
        undo = null;
        for (const back of own.toReversed()) back();
        throw reason;
      } finally {
        undo = outer;
      }
    },
  };
}
