import { createFollowers } from '../changes.ts';
import { STATEMENT_MS, type Database } from '../database.ts';
import { readAddress } from './address.ts';
import { createRun, openPool } from './connection.ts';
import { POSTGRES } from './dialect.ts';
import { createEffects } from './effects.ts';
import { createGate } from './gate.ts';
import { createGroups } from './groups.ts';
import { createLanes } from './lanes.ts';
import { createAlone } from './locks.ts';
import { createOutbox } from './outbox.ts';
import { refuseUnusable } from './unusable.ts';
import { transact, transactGroup, transactOnce } from './transactions.ts';

/** How a PostgreSQL database is used. */
export interface PostgresOptions {
  /** Takes a line for the operator; never one with the password. */
  readonly log: (line: string) => void;
  /** The most connections of this process; 10 unless said otherwise. */
  readonly connections?: number;
  /** How long one statement of a reader may take; `STATEMENT_MS` unless said otherwise. */
  readonly statementMs?: number;
}

const CONNECTIONS = 10;
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Opens the database that `postgres://user@host/name` names; `?portable=true` behind it leaves notifications and advisory locks
 * alone. What stands in the way is a `StartFailure`.
 */
export async function openPostgres(address: string, options: PostgresOptions): Promise<Database> {
  const { url, isPortable } = readAddress(address);
  const statementMs = options.statementMs ?? STATEMENT_MS;
  const pool = openPool(url, options.connections ?? CONNECTIONS, statementMs, options.log);
  const run = createRun(statementMs);
  const lanes = createLanes();
  const gate = createGate();
  try {
    await refuseUnusable(pool, url);
  } catch (cause) {
    await pool.end();
    throw cause;
  }
  const followers = createFollowers();
  const outbox = createOutbox(pool, followers, isPortable ? 'polling' : 'notifications');
  const effects = createEffects(pool);
  const transactions = { pool, run, lanes, gate, outbox, effects: effects.has };
  const alone = createAlone(pool, run, isPortable ? 'rows' : 'advisory');
  const groups = createGroups((members) => transactGroup(transactions, members));
  let open = true;
  return {
    dialect: POSTGRES,
    read: { dialect: POSTGRES, all: async (text, values) => (await run(pool, text, values)).rows },
    snapshot: (work) => transactOnce(pool, run, SNAPSHOT, work),
    write: (work, lane, size = 'short') =>
      lane === undefined || size === 'long' ? lanes(lane, () => transact(transactions, work)) : groups(lane, work),
    alone: (work) => alone(work).finally(effects.forget),
    tidy: outbox.forget,
    follow: (listener) => {
      const stop = followers.follow(listener);
      outbox.follow(true);
      return () => {
        stop();
        outbox.follow(followers.count() > 0);
      };
    },
    close: async () => {
      if (!open) return;
      open = false;
      await outbox.close();
      await pool.end();
    },
  };
}
