/** A record that a transaction changed. */
export interface RecordChange {
  readonly entity: string;
  /** Null: more records of the entity than are named one by one. */
  readonly id: string | null;
  /** The record as it was, where that decides who may learn that it is gone. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Its title is another one or gone: who may only refer to it is told, too. */
  readonly titled?: true;
  /** Not it was changed but what decides who may read it: as it would be read without that change. */
  readonly moved?: Readonly<Record<string, unknown>>;
}

/**
 * What durable transactions changed, of every server on a database. `at` grows: it is the place after these changes. Without any
 * changes it is the place from which on they are heard.
 */
export interface Changed {
  readonly at: number;
  readonly changes: readonly RecordChange[];
}

/** Tells what is changed from now on, until what it answers is called. */
export type FollowChanges = (listener: (changed: Changed) => void) => () => void;

/** More records of one entity than this are not named one by one, so that a transaction of any size takes the same memory. */
const MOST_NAMED = 2000;

/** What one transaction changed. */
export interface Changes {
  readonly add: (change: RecordChange) => void;
  /** What is added during a part that fails is forgotten with it. */
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
  if (change.id === null || known?.length === MOST_NAMED) noted.set(change.entity, 'many');
  else if (known) known.push(change);
  else noted.set(change.entity, [change]);
}

function listed(noted: ByEntity): readonly RecordChange[] {
  return [...noted].flatMap(([entity, known]) => (known === 'many' ? [{ entity, id: null }] : known));
}

/** Tells everybody who follows; one that fails keeps nobody else from hearing. */
export interface Followers {
  readonly follow: FollowChanges;
  readonly count: () => number;
  tell(changed: Changed): void;
}

export function createFollowers(): Followers {
  const listeners = new Set<(changed: Changed) => void>();
  return {
    follow: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    count: () => listeners.size,
    tell: (changed) => {
      for (const listener of listeners) listener(changed);
    },
  };
}
