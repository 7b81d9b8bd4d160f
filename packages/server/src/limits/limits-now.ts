import { withLimits, type LimitsHeld, type Model, type WithLimits } from '@ninefold/model';
import type { Database } from '../storage/database/database.ts';

/**
 * The limits of a model as they are set now on this database, by whichever server. The answer is the same object until one is set.
 * The model has the records that its limits name.
 */
export function createLimitsNow(db: Pick<Database, 'followLimits'>, model: Model): () => WithLimits {
  let now: WithLimits = model;
  db.followLimits((held) => {
    now = held === null ? model : { timeZone: model.timeZone, limits: withLimits(model.limits, heldIn(held)) };
  });
  return () => now;
}

/** What the row says that every write reads. */
export function heldIn(row: string): LimitsHeld {
  return JSON.parse(row) as LimitsHeld; // written by `rowOf`
}

/** The same, to be written; null where no limit is set. */
export function rowOf(held: LimitsHeld): string | null {
  return Object.keys(held).length === 0 ? null : JSON.stringify(held);
}
