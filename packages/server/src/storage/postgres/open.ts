import type pg from 'pg';
import { createFollowers } from '../database/changes.ts';
import { createKeptRow } from '../database/kept-row.ts';
import { LOCK_MS, surveyLimits, type Database, type SurveyLimits } from '../database/database.ts';
import { createRowMemory } from '../database/row-memory.ts';
import { createSurveyQueue } from '../database/survey-queue.ts';
import { readAddress } from './connections/address.ts';
import { createRun, openPool } from './connections/connection.ts';
import { POSTGRES } from './dialect/dialect.ts';
import { createTriggerTables } from './side-by-side/trigger-tables.ts';
import { createApart } from './side-by-side/apart.ts';
import { createGate } from './transactions/gate.ts';
import { createTaskGroups } from './transactions/task-groups.ts';
import { createSerialize } from './transactions/serialization.ts';
import { createStored } from './transactions/stored.ts';
import { createTurns, TURN_MS } from './transactions/turns.ts';
import { createIndexing, indexingAlone } from './transactions/indexing.ts';
import { createAlone } from './transactions/locks.ts';
import { createOutbox } from './connections/outbox.ts';
import { refuseUnusable } from './connections/unusable.ts';
import { roomOf, surveyOnce } from './transactions/survey.ts';
import type { Row } from '../sql/sql-value.ts';
import { transact, transactGroup, transactOnce } from './transactions/transactions.ts';

/** How a PostgreSQL database is used. */
export interface PostgresOptions {
  /** Takes a line for the operator; never one with the password. */
  readonly log: (line: string) => void;
  /** The most connections of this process for reads by ids and for writes, 10 unless said otherwise; each survey has one beside. */
  readonly connections?: number;
  readonly limits?: SurveyLimits | undefined;
  /** How long a write waits for a row that somebody else holds; `LOCK_MS` unless said otherwise. */
  readonly lockMs?: number | undefined;
  /** The process serves the database, which others can see by the name of its connections. */
  readonly serves?: boolean;
  /** Runs writes that arrive together side by side (the default), or one after the other. */
  readonly sideBySide?: boolean;
}

const CONNECTIONS = 10;
/** The share of them that reads by ids have for themselves, so that they never wait for a write. */
const READING = 0.4;
/** A statement of a snapshot that takes longer gets nowhere: a snapshot reads tables of any size, some rows at a time. */
const STALLED_MS = 600_000;
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Opens the database that `postgres://user@host/name` names; `?portable=true` behind it leaves notifications and advisory locks
 * alone. What stands in the way is a `StartFailure`.
 */
export async function openPostgres(address: string, options: PostgresOptions): Promise<Database> {
  const { url, isPortable } = readAddress(address);
  const limits = options.limits ?? surveyLimits();
  const connections = options.connections ?? CONNECTIONS;
  const reading = Math.max(1, Math.floor(connections * READING));
  const settings = { statementMs: limits.ms, lockMs: TURN_MS, serves: options.serves === true };
  const poolOf = (size: number): pg.Pool => openPool(url, size, settings, options.log);
  const pool = poolOf(Math.max(2, connections - reading));
  const readers = poolOf(reading);
  const surveyors = poolOf(limits.most);
  const run = createRun();
  const surveys = createSurveyQueue(limits);
  const memory = createRowMemory<readonly Row[]>(roomOf);
  const surveying = { pool: surveyors, run, ms: limits.ms, memory };
  const serialize = createSerialize();
  const gate = createGate();
  try {
    await refuseUnusable(pool, url);
  } catch (cause) {
    await pool.end();
    throw cause;
  }
  const followers = createFollowers();
  const outbox = createOutbox(pool, followers, isPortable ? 'polling' : 'notifications');
  const triggerTables = createTriggerTables(pool);
  const sideBySide = options.sideBySide === false ? null : triggerTables;
  const locks = isPortable ? 'rows' : 'advisory';
  const kept = createKeptRow();
  const guard = {
    turns: createTurns(pool, locks),
    kept,
    lockMs: options.lockMs ?? LOCK_MS,
  };
  const apart = createApart();
  const transactions = { pool, run, serialize, gate, guard, outbox, sideBySide, apart };
  const alone = createAlone(pool, run, { locks, turns: guard.turns });
  const stored = createStored(readers, run, kept);
  const inGroup = createTaskGroups((tasks) => transactGroup(transactions, tasks));
  let open = true;
  return {
    dialect: POSTGRES,
    read: { dialect: POSTGRES, all: stored.read },
    survey: (caller, work) => surveys.take(caller, () => stored.told(() => surveyOnce(surveying, work))),
    snapshot: (work) => transactOnce(pool, run, { begin: SNAPSHOT, statementMs: STALLED_MS, work }),
    write: (work, subject, size = 'short') => {
      const key = typeof subject === 'object' ? subject.drawn : subject;
      return key === undefined || size === 'long' || serialize.isBusy(key)
        ? serialize(key, () => transact(transactions, work, size === 'long' ? 'long' : 'short'))
        : inGroup({ key, isAmicable: typeof subject === 'object' && apart.mayShare(key) }, work);
    },
    alone: (work) => {
      run.forgetStatements();
      return alone(work).finally(() => {
        run.forgetStatements();
        triggerTables.forget();
      });
    },
    indexing: isPortable ? indexingAlone(alone) : createIndexing(pool, run),
    isServed: isPortable ? () => Promise.resolve(false) : stored.isServed,
    keepTo: kept.keepTo,
    followLimits: kept.followLimits,
    watched: kept.watched,
    look: stored.look,
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
      await Promise.all([outbox.close(), surveys.drained()]);
      await Promise.all([pool.end(), readers.end(), surveyors.end()]);
    },
  };
}
