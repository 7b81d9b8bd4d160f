/** A record that a transaction changed. */
export interface RecordChange {
  readonly entity: string;
  /** Null: so many records of the entity that their ids are not listed. */
  readonly id: string | null;
  /** The record before the change, where it decides who may learn that it is gone. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Its title has changed or is gone: people who may only refer to it get the change as well. */
  readonly titled?: true;
  /** Nothing of the record has changed: something was said about it, to everybody who reads it or to the roles of internal comments. */
  readonly said?: 'all' | 'internal';
  /** The record itself has not changed, but what decides who may read it has: the record as it was read before. */
  readonly moved?: Readonly<Record<string, unknown>>;
}

/**
 * The changes of committed transactions of every server on a database. `at` grows: it is the position behind these changes. Without
 * changes it is the position from which on changes are published.
 */
export interface Changed {
  readonly at: number;
  readonly changes: readonly RecordChange[];
}

/** Calls the listener with all changes from now on, until the returned function is called. */
export type FollowChanges = (listener: (changed: Changed) => void) => () => void;

/** Above this many records of one entity the ids are not listed, so that a transaction of any size takes the same memory. */
const MOST_LISTED = 2000;

/** What one transaction changed. */
export interface Changes {
  readonly add: (change: RecordChange) => void;
  /** Drops what is added during a part that fails. */
  part<T>(work: () => Promise<T>): Promise<T>;
  readonly all: () => readonly RecordChange[];
}

type ByEntity = Map<string, RecordChange[] | 'many'>;

export function createChanges(): Changes {
  let noted: ByEntity = new Map();
  return {
    add: (change) => note(noted, change),
    part: async (work) => {
      const before = noted;
      noted = new Map();
      try {
        const value = await work();
        for (const change of listed(noted)) note(before, change);
        return value;
      } finally {
        noted = before;
      }
    },
    all: () => listed(noted),
  };
}

function note(noted: ByEntity, change: RecordChange): void {
  const known = noted.get(change.entity);
  if (known === 'many') return;
  if (change.id === null || known?.length === MOST_LISTED) noted.set(change.entity, 'many');
  else if (known) known.push(change);
  else noted.set(change.entity, [change]);
}

function listed(noted: ByEntity): readonly RecordChange[] {
  return [...noted].flatMap(([entity, known]) => (known === 'many' ? [{ entity, id: null }] : known));
}

/** The listeners of the change feed of one process. */
export interface Followers {
  readonly follow: FollowChanges;
  readonly count: () => number;
  publish(changed: Changed): void;
}

export function createFollowers(): Followers {
  const listeners = new Set<(changed: Changed) => void>();
  return {
    follow: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count: () => listeners.size,
    publish: (changed) => {
      for (const listener of listeners) listener(changed);
    },
  };
}
