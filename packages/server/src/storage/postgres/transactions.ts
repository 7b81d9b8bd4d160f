import type pg from 'pg';
import { createChanges, type Changes } from '../changes.ts';
import type { Writer } from '../database.ts';
import type { Run } from './connection.ts';
import { POSTGRES } from './dialect.ts';
import type { Gate } from './gate.ts';
import type { Member } from './groups.ts';
import type { Lanes } from './lanes.ts';
import { KEEP_CHANGES, type Outbox } from './outbox.ts';
import { createTalk, type Talk } from './talk.ts';
import { Entangled, makeTogether, type Answering } from './together.ts';

/** Serialization failure, deadlock, and a unique value that another transaction took first: run again, it sees the other then. */
const AGAIN = new Set(['40001', '40P01', '23505']);
const MOST_TRIES = 12;
const PAUSE_MS = 4;
/** From this try on those that try again do so one after the other. */
const QUEUED_FROM = 3;
/** From this try on nothing else of this process runs beside it: however many crowd, each gets its turn. */
const ALONE_FROM = 6;

/** Runs works as transactions of one pool. */
export interface Transactions {
  readonly pool: pg.Pool;
  readonly run: Run;
  readonly lanes: Lanes;
  readonly gate: Gate;
  readonly outbox: Pick<Outbox, 'look'>;
  /** Tables whose writes change rows of others by triggers. */
  readonly effects: () => Promise<(table: string) => boolean>;
}

const SERIALIZABLE = 'BEGIN ISOLATION LEVEL SERIALIZABLE';

/** One serializable transaction, again from its beginning where another one got in its way. */
export async function transact<T>(
  { pool, run, lanes, gate, outbox }: Transactions,
  work: (tx: Writer) => Promise<T>,
): Promise<T> {
  const once = (): Promise<T> => transactOnce(pool, run, SERIALIZABLE, work, outbox);
  for (let tried = 1; ; tried += 1) {
    try {
      if (tried >= ALONE_FROM) return await gate.alone(once);
      const together = (): Promise<T> => gate.together(once);
      return await (tried < QUEUED_FROM ? together() : lanes('again', together));
    } catch (cause) {
      if (tried >= MOST_TRIES || !isAgain(cause)) throw cause;
      await pause(Math.random() * PAUSE_MS * tried);
    }
  }
}

/**
 * Works in one transaction, side by side as far as that comes to the same as one after the other. They hear what came of them once all
 * is durable: a refusal, too, may rest on what a neighbour wrote. Where a statement fails, or somebody has to be undone, all are made
 * one after the other, each in a savepoint; and where that whole fails, since another transaction got in its way, each by itself.
 */
export async function transactGroup(all: Transactions, members: readonly Member[]): Promise<void> {
  const single = async ({ lane, work, done, failed }: Member): Promise<void> => {
    try {
      done(await all.lanes(lane, () => transact(all, work)));
    } catch (cause) {
      failed(cause);
    }
  };
  const [only] = members;
  if (members.length === 1 && only) return single(only);
  try {
    await shared(all, members, sideBySide);
  } catch (cause) {
    if (isUndone(cause)) await afterFailure(all, members, cause, single);
    else for (const { failed } of members) failed(cause);
  }
}

async function afterFailure(
  all: Transactions,
  members: readonly Member[],
  first: unknown,
  single: (member: Member) => Promise<void>,
): Promise<void> {
  if (isAgain(first)) return void (await Promise.all(members.map(single)));
  try {
    await shared(all, members, oneByOne);
  } catch (cause) {
    if (isUndone(cause)) await Promise.all(members.map(single));
    else for (const { failed } of members) failed(cause);
  }
}

/** How the works of a group are made; answers what each of them is to hear. */
type Making = (shared: Shared, members: readonly Member[]) => Promise<readonly Answering[]>;

interface Shared {
  readonly talk: Talk;
  readonly tx: Writer;
  readonly hasEffects: (table: string) => boolean;
}

async function shared(all: Transactions, members: readonly Member[], make: Making): Promise<void> {
  const { pool, run, gate, outbox, effects } = all;
  const hasEffects = await effects();
  const answers = await gate.together(() =>
    transactOnce(pool, run, SERIALIZABLE, (tx, talk) => make({ talk, tx, hasEffects }, members), outbox),
  );
  for (const answer of answers) answer();
}

const sideBySide: Making = async ({ talk, tx, hasEffects }, members) => {
  const { answers, aside } = await makeTogether(talk, tx, members, hasEffects);
  if (aside.length > 0 && !talk.isQuiet()) await talk.ask('SELECT 1', []); // what fails now fails for all of these
  return [...answers, ...(await oneByOne({ talk, tx, hasEffects }, aside))];
};

const oneByOne: Making = async ({ tx }, members) => {
  const answers: Answering[] = [];
  for (const { work, done, failed } of members) {
    try {
      const value = await tx.attempt(() => work(tx));
      answers.push(() => done(value));
    } catch (cause) {
      if (isAgain(cause) || POSTGRES.violation(cause)?.kind === 'away') throw cause;
      answers.push(() => failed(cause));
    }
  }
  return answers;
};

/** PostgreSQL itself said that it failed, or we gave it up; where the connection broke nobody knows. */
function isUndone(cause: unknown): boolean {
  if (cause instanceof Entangled) return true;
  return /^[0-9A-Z]{5}$/.test(codeOf(cause)) && POSTGRES.violation(cause)?.kind !== 'away';
}

function isAgain(cause: unknown): boolean {
  return AGAIN.has(codeOf(cause));
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** One transaction that begins with `begin`. A connection that cannot even roll back is not used again. */
export async function transactOnce<T>(
  pool: pg.Pool,
  run: Run,
  begin: string,
  work: (tx: Writer, talk: Talk) => Promise<T>,
  outbox?: Pick<Outbox, 'look'>,
): Promise<T> {
  const changes = createChanges();
  const client = await pool.connect();
  const talk = createTalk(client, run.statementOf);
  let broken: Error | undefined;
  try {
    talk.later(begin, []);
    talk.later(timeout(0), []); // whoever waits for a lock waits
    const value = await work(writerOf(talk, run, changes), talk);
    const told = changes.all();
    const isTold = outbox !== undefined && told.length > 0;
    if (isTold) talk.later(KEEP_CHANGES, [JSON.stringify(told)]);
    const { command } = await talk.ask('COMMIT', []);
    if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
    if (isTold) outbox.look();
    return value;
  } catch (cause) {
    talk.end();
    await client.query('ROLLBACK').catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error(String(error));
    });
    throw cause;
  } finally {
    talk.end();
    client.release(broken);
  }
}

function timeout(ms: number): string {
  return `SET LOCAL statement_timeout = ${String(ms)}`;
}

function writerOf(talk: Talk, { statementMs }: Run, changes: Changes): Writer {
  return {
    dialect: POSTGRES,
    all: async (text, values) => (await talk.ask(text, values)).rows,
    run: async (text, values) => ({ changes: (await talk.ask(text, values)).changes }),
    last: async (text, values) => (await talk.ask(text, values)).rows,
    later: talk.later,
    changed: changes.add,
    within: async (work) => {
      talk.later(timeout(statementMs), []);
      const value = await work();
      talk.later(timeout(0), []);
      return value;
    },
    attempt: async (work) => {
      talk.later('SAVEPOINT part', []);
      try {
        const value = await changes.part(work);
        // What was done without waiting for it has to have gone well here.
        if (talk.isQuiet()) talk.later(RELEASE, []);
        else await talk.ask(RELEASE, []);
        return value;
      } catch (cause) {
        await undo(talk);
        throw cause;
      }
    },
  };
}

const RELEASE = 'RELEASE SAVEPOINT part';

/** A connection that cannot undo a part says so again where the transaction ends. */
async function undo(talk: Talk): Promise<void> {
  talk.forgive();
  talk.later('ROLLBACK TO SAVEPOINT part', []);
  await talk.ask(RELEASE, []).catch(() => undefined);
}
