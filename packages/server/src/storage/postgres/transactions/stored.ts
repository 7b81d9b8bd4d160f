import type pg from 'pg';
import { failureOf, OtherSpecification, type StorageFailure } from '../../database/failure.ts';
import type { Reader } from '../../database/database.ts';
import type { KeptRow } from '../../database/kept-row.ts';
import { READ_FINGERPRINT } from '../../schema/meta.ts';
import { textOf } from '../../sql/sql.ts';
import { POSTGRES } from '../dialect/dialect.ts';
import { SERVER_NAME, type Run } from '../connections/connection.ts';

const SERVED = `SELECT count(*) AS n FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = ${SERVER_NAME}`;

/** Reads what is stored, and knows the specification that it follows. */
export interface Stored {
  /** Rejects with `OtherSpecification` where a name is unknown because the stored data follows another one. */
  readonly read: Reader['all'];
  /** The same of all that `work` reads. */
  told<T>(work: () => Promise<T>): Promise<T>;
  /** Whether a server has a connection to it. */
  isServed(): Promise<boolean>;
  /** Why the storage cannot be used, as far as one row tells; null where it can. */
  look(): Promise<StorageFailure | null>;
}

export function createStored(pool: pg.Pool, run: Run, kept: KeptRow): Stored {
  const check = async (): Promise<void> => {
    const { rows } = await run(pool, READ_FINGERPRINT, []);
    if (kept.found(rows[0]?.['value']) === 'other') throw new OtherSpecification();
  };
  const told: Stored['told'] = async (work) => {
    try {
      return await work();
    } catch (cause) {
      if (kept.known() !== null && POSTGRES.isOtherShape(cause)) await check();
      throw cause;
    }
  };
  return {
    told,
    read: (statement, values) => told(async () => (await run(pool, textOf(statement), values)).rows),
    isServed: async () => Number((await run(pool, SERVED, [])).rows[0]?.['n']) > 0,
    look: async () => {
      if (kept.known() === null) return null;
      try {
        await check();
        return null;
      } catch (cause) {
        if (cause instanceof OtherSpecification) return 'other_specification';
        return failureOf(POSTGRES.violation(cause)) ?? 'storage_away';
      }
    },
  };
}
