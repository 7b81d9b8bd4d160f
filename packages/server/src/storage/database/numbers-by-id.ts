import { DatabaseSync } from 'node:sqlite';

/** Numbers by id, however many: some thousand are in memory, the others in a file of their own that nobody else sees. */
export interface NumbersById {
  get(id: string): number | undefined;
  set(id: string, number: number): void;
  /** Removes the file. */
  close(): void;
}

const MOST_IN_MEMORY = 10_000;

export function createNumbersById(most = MOST_IN_MEMORY): NumbersById {
  const recent = new Map<string, number>();
  let spilled: Spilled | null = null;
  return {
    get: (id) => recent.get(id) ?? spilled?.get(id),
    set: (id, number) => {
      recent.set(id, number);
      if (recent.size <= most) return;
      spilled ??= createSpilled();
      spilled.add(recent);
      recent.clear();
    },
    close: () => {
      recent.clear();
      spilled?.close();
      spilled = null;
    },
  };
}

interface Spilled {
  get(id: string): number | undefined;
  add(numbers: ReadonlyMap<string, number>): void;
  close(): void;
}

/** A database without a name is a file that goes with its connection. */
function createSpilled(): Spilled {
  const handle = new DatabaseSync('');
  handle.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;');
  handle.exec('CREATE TABLE met (id TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID, STRICT');
  const find = handle.prepare('SELECT number FROM met WHERE id = ?');
  const put = handle.prepare('INSERT INTO met VALUES (?, ?) ON CONFLICT DO UPDATE SET number = excluded.number');
  return {
    get: (id) => {
      const row = find.get(id);
      return row === undefined ? undefined : Number(row['number']);
    },
    add: (numbers) => {
      handle.exec('BEGIN');
      for (const [id, number] of numbers) put.run(id, number);
      handle.exec('COMMIT');
    },
    close: () => handle.close(),
  };
}
