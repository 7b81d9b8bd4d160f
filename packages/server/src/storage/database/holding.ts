import { footprintOf } from '../sql/footprint.ts';
import type { RecordChange } from './changes.ts';
import type { Writer } from './database.ts';
import { createHeldRows, type HeldRows } from './held-rows.ts';
import { MOST_ROWS } from './insert-many.ts';
import { createKnownRows, type KnownRows } from './known-rows.ts';

/** A transaction of many writes, each in a savepoint of its own. */
export interface Holding {
  /** The same transaction, whose new rows are held back until somebody may look at them, or some hundred are held. */
  readonly tx: Writer;
  /** Sends what is held back. To be called in front of the commit. */
  flush(): Promise<void>;
}

/** A savepoint. The database learns of it only where something of it has to be sent before its end. */
interface Part {
  /** How many rows were held when it began. */
  before: number;
  isOpen: boolean;
  readonly changes: RecordChange[];
}

/** The state of one transaction. */
interface State {
  readonly tx: Writer;
  readonly held: HeldRows;
  readonly known: KnownRows;
  part: Part | null;
  /** Rows that are sent while the next ones are made. */
  sending: Promise<void>;
  failure: { readonly cause: unknown } | null;
}

/** From so many rows on they are sent. */
const MOST_HELD = 12 * MOST_ROWS;

const OPEN = 'SAVEPOINT held';
const RELEASE = 'RELEASE SAVEPOINT held';
const UNDO = 'ROLLBACK TO SAVEPOINT held';

/**
 * Holds back new rows: several of one table go as one statement, a part that is refused before they are sent needs no savepoint of the
 * database, and what was read once is not read again until a table that it stands in is written. A statement that may look at a row
 * that is held back is sent behind it, so that everybody sees what they would see without this. A row that the database refuses fails
 * a later statement of the transaction, or `flush`.
 */
export function holding(tx: Writer): Holding {
  const sending = Promise.resolve();
  const state: State = { tx, held: createHeldRows(), known: createKnownRows(), part: null, sending, failure: null };
  return {
    tx: writerOf(state),
    flush: async () => {
      await send(state);
      await state.sending;
      if (state.failure !== null) throw state.failure.cause;
    },
  };
}

function writerOf(state: State): Writer {
  const { tx, held, known } = state;
  const write = <T>(work: () => Promise<T>): Promise<T> => {
    known.forgetAll();
    release(state);
    return ask(state, work);
  };
  return {
    ...tx,
    all: (statement, values) => {
      const footprint = footprintOf(statement, values);
      if (typeof statement === 'string' || footprint === null || footprint.some(({ writes }) => writes))
        return write(() => tx.all(statement, values));
      return known.read({ statement, values, footprint }, () => {
        if (footprint.some(held.meets)) release(state);
        return ask(state, () => tx.all(statement, values));
      });
    },
    run: (statement, values) => write(() => tx.run(statement, values)),
    last: (statement, values) => write(() => tx.last(statement, values)),
    later: (statement, values) => {
      const table = held.add(statement, values);
      if (table !== null) {
        known.forget(table);
        return;
      }
      known.forgetAll();
      release(state);
      tx.later(statement, values);
    },
    changed: (change) => {
      if (state.part === null) tx.changed(change);
      else state.part.changes.push(change);
    },
    savepoint: (work) => (state.part === null ? partOf(state, work) : partOfPart(state, state.part, work)),
  };
}

/** Sends everything that is held. What belongs to a part that has not ended is sent in a savepoint. */
function release({ tx, held, part }: State): void {
  if (part !== null && !part.isOpen) {
    held.send(tx, part.before);
    tx.later(OPEN, []);
    [part.isOpen, part.before] = [true, 0];
  }
  held.send(tx, held.size());
}

async function send(state: State): Promise<void> {
  await state.sending;
  release(state);
  state.sending = state.tx.run('SELECT 1', []).then(
    () => undefined,
    (cause: unknown) => void (state.failure ??= { cause }),
  );
}

/** A statement that fails because a row before it was refused fails with the reason of that. */
async function ask<T>(state: State, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    await state.sending;
    throw state.failure === null ? cause : state.failure.cause;
  }
}

async function partOf<T>(state: State, work: () => Promise<T>): Promise<T> {
  const { tx, held } = state;
  const part: Part = { before: held.size(), isOpen: false, changes: [] };
  state.part = part;
  try {
    const value = await work();
    if (part.isOpen) {
      held.send(tx, held.size());
      tx.later(RELEASE, []);
    }
    for (const change of part.changes) tx.changed(change);
    return value;
  } catch (reason) {
    undo(state, part);
    throw reason;
  } finally {
    state.part = null;
    if (held.size() >= MOST_HELD) await send(state);
  }
}

function undo({ tx, held, known }: State, { before, isOpen }: Part): void {
  held.keep(before);
  if (!isOpen) return;
  known.forgetAll();
  tx.later(UNDO, []);
  tx.later(RELEASE, []);
}

/** A part inside of another one, of which the database knows. */
async function partOfPart<T>(state: State, { changes }: Part, work: () => Promise<T>): Promise<T> {
  release(state);
  const before = changes.length;
  try {
    return await state.tx.savepoint(async () => {
      const value = await work();
      release(state);
      return value;
    });
  } catch (reason) {
    state.held.keep(0);
    state.known.forgetAll();
    changes.length = before;
    throw reason;
  }
}
