import type { Context } from '../context/context.ts';
import type { Caller } from '../context/records.ts';

/** Gives `work` a context in which every survey is part of one: all are of one moment and share its time. */
export function together<T>(context: Context, caller: Caller, work: (context: Context) => Promise<T>): Promise<T> {
  const { db } = context;
  return db.survey(caller.me.id, (reader) =>
    work({ ...context, db: { ...db, survey: (_caller, inner) => inner(reader) } }),
  );
}
