import type { Clock } from '../records/clock.ts';

/** Who is editing which record now. Kept in memory, forgotten without a sign, never stored. */
export interface Presence {
  /** This user is editing the record. */
  note(record: RecordName, user: string): void;
  /** He has stopped. */
  leave(record: RecordName, user: string): void;
  /** Ids of those who gave a sign lately, in the order in which they began. */
  editing(record: RecordName): readonly string[];
}

/** Which record: its entity and its id. */
export interface RecordName {
  readonly entity: string;
  readonly id: string;
}

/** Somebody counts as editing for this long after his last sign. */
export function createPresence(seconds: number, clock: Clock): Presence {
  const signs = new Map<string, Map<string, number>>();
  const now = (): number => Date.parse(clock());
  const forget = (): void => {
    const oldest = now() - seconds * 1000;
    for (const [record, users] of signs) {
      for (const [user, at] of users) if (at < oldest) users.delete(user);
      if (users.size === 0) signs.delete(record);
    }
  };
  const keyOf = ({ entity, id }: RecordName): string => `${entity} ${id}`;
  return {
    note: (record, user) => {
      forget();
      const users = signs.get(keyOf(record)) ?? new Map<string, number>();
      signs.set(keyOf(record), users.set(user, now()));
    },
    leave: (record, user) => {
      signs.get(keyOf(record))?.delete(user);
    },
    editing: (record) => {
      forget();
      return [...(signs.get(keyOf(record))?.keys() ?? [])];
    },
  };
}
