import type { Clock } from '../clock.ts';
import { OtherSpecification } from '../storage/database/failure.ts';
import type { Database } from '../storage/database/database.ts';
import { KEY, REQUIRED, textColumn, type TableShape } from '../storage/database/shapes.ts';

/** Work that is done periodically. */
export interface Job {
  /** The name in the message to the operator when it fails. */
  readonly name: string;
  readonly everyMs: number;
  /** A server that has not ended it after this long counts as stopped; half an hour where it is not given. */
  readonly givenUpMs?: number;
  readonly run: () => Promise<unknown>;
}

export const JOB_TABLE: TableShape = {
  name: '_job',
  columns: [textColumn('name', KEY), textColumn('begun_at', REQUIRED), textColumn('ended_at')],
  key: [],
};

const LOOK_MS = 60_000;
/** A server that has not ended a job after this long counts as stopped, where the job says nothing else. */
const GIVEN_UP_MS = 1_800_000;

const FIND = 'SELECT "begun_at", "ended_at" FROM "_job" WHERE "name" = ?';
const BEGIN = `INSERT INTO "_job" ("name", "begun_at", "ended_at") VALUES (?, ?, NULL)
  ON CONFLICT ("name") DO UPDATE SET "begun_at" = excluded."begun_at", "ended_at" = NULL`;
const END = 'UPDATE "_job" SET "ended_at" = ? WHERE "name" = ? AND "begun_at" = ?';

/** What jobs need. */
export interface JobParts {
  readonly db: Database;
  readonly clock: Clock;
  /** Receives the errors of a job. */
  readonly log: (line: string) => void;
}

/**
 * Runs each job at once where it is due and then every `everyMs`, on one of the servers of a database only. The answer ends them:
 * it waits for the running job.
 */
export function keepJobs(parts: JobParts, jobs: readonly Job[]): () => Promise<void> {
  let round = Promise.resolve();
  const look = (): void => {
    round = round.then(() => runDue(parts, jobs));
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return round;
  };
}

/** Runs those that are due and that no other server has taken. */
export async function runDue(parts: JobParts, jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    try {
      if (await runOne(parts, job)) noteDone(parts, job);
    } catch (error) {
      if (error instanceof OtherSpecification) return; // the server ends, and says so
      noteFailed(parts, job, String(error));
    }
  }
}

/** Why jobs fail that failed the last time, by their names. */
const failing = new WeakMap<JobParts, Map<string, string>>();

/** A job that fails again and again for one reason is told of once: one that falls due each moment would fill the disk. */
function noteFailed(parts: JobParts, { name }: Job, reason: string): void {
  const reasons = failing.get(parts) ?? new Map<string, string>();
  failing.set(parts, reasons);
  if (reasons.get(name) !== reason) parts.log(`The job ${name} could not be done: ${reason}`);
  reasons.set(name, reason);
}

function noteDone(parts: JobParts, { name }: Job): void {
  if (failing.get(parts)?.delete(name) === true) parts.log(`The job ${name} could be done again.`);
}

/** Whether it was due, and is done. */
async function runOne({ db, clock }: JobParts, job: Job): Promise<boolean> {
  const now = clock();
  const isTaken = await db.write(async (tx) => {
    const [last] = await tx.all(FIND, [job.name]);
    if (last && !isDue(job, last['begun_at'], last['ended_at'], now)) return false;
    await tx.run(BEGIN, [job.name, now]);
    return true;
  }, `job ${job.name}`);
  if (!isTaken) return false;
  await job.run();
  await db.write((tx) => tx.run(END, [clock(), job.name, now]));
  return true;
}

function isDue({ everyMs, givenUpMs = GIVEN_UP_MS }: Job, begun: unknown, ended: unknown, now: string): boolean {
  const since = Date.parse(now) - Date.parse(String(begun));
  // another server may have begun after `now` was read, and a clock may have been set back by more
  return Math.abs(since) >= (ended === null ? Math.max(givenUpMs, everyMs) : everyMs);
}
