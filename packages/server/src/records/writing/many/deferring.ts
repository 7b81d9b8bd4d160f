import { type Scope, memoized, memoizedWeakly } from '@ninefold/model';
import type { Writer } from '../../../storage/database/database.ts';
import { quoted } from '../../../storage/sql/names.ts';
import { type Statement, textOf } from '../../../storage/sql/sql.ts';
import type { Dependencies } from '../../dependencies/dependencies.ts';
import { createNumbers } from '../../services/numbers.ts';
import { createPending } from '../../services/pending.ts';
import type { RecordServices } from '../../services/write-context.ts';
import { workOut } from '../following/work-out.ts';
import { storeNumbers } from '../storing/sequences.ts';

/** How several writes share a transaction: what follows from them is worked out once, and the numbers that they draw are stored once. */
export interface Deferring {
  readonly services: RecordServices;
  readonly tx: Writer;
  /** To be called at the end, before the transaction is committed. Works out what waits and stores the numbers. */
  finish(): Promise<void>;
}

/**
 * Lets stored values that follow from writes wait until the end of their transaction, or until a statement reads them: a
 * condition, a default or an answer sees them as they are after the writes before it. What rules, unique values
 * and reactions look at does not wait.
 */
export function deferring(services: RecordServices, tx: Writer, scope: Scope): Deferring {
  const [pending, numbers] = [createPending(), createNumbers()];
  const finish = async (): Promise<void> => {
    storeNumbers(tx, numbers);
    await workOut({ ...services, numbers, tx, scope }, pending);
    storeNumbers(tx, numbers); // of the records that reactions have made
  };
  const reads = readsOf(services.dependencies);
  const isRead = (statement: Statement): boolean => {
    if (pending.isBusy() || pending.size() === 0) return false;
    const waiting = pending.entities();
    return reads(textOf(statement)).some((entity) => waiting.includes(entity));
  };
  /** Runs what is asked, after what it reads is worked out. */
  const afterAll = async <T>(statement: Statement, ask: () => Promise<T>): Promise<T> => {
    if (isRead(statement)) await finish();
    return ask();
  };
  return {
    services: { ...services, pending, numbers },
    tx: {
      ...tx,
      all: (statement, values) => afterAll(statement, () => tx.all(statement, values)),
      run: (statement, values) => afterAll(statement, () => tx.run(statement, values)),
      last: (statement, values) => afterAll(statement, () => tx.last(statement, values)),
      savepoint: (work) => tx.savepoint(() => numbers.part(() => pending.part(work))),
    },
    finish,
  };
}

const MOST_TEXTS = 2000;

/** The entities of which a statement may read stored computed values. */
const readsOf = memoizedWeakly(({ columns }: Dependencies) =>
  memoized((text: string): readonly string[] => {
    const isNamed = (name: string): boolean => text.includes(quoted(name));
    return [...columns].flatMap(([entity, names]) =>
      isNamed(entity) && (text.includes('*') || names.some(isNamed)) ? [entity] : [],
    );
  }, MOST_TEXTS),
);
