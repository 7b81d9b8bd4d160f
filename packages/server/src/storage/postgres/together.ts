import { createChanges, type Changes } from '../changes.ts';
import type { Writer } from '../database.ts';
import type { SqlValue } from '../sql-value.ts';
import type { Answer } from './batch.ts';
import { POSTGRES } from './dialect.ts';
import type { Member } from './groups.ts';
import { createOrder, type Order } from './order.ts';
import type { Talk } from './talk.ts';
import { touchedBy, type Touched } from './touched.ts';

/** Somebody who has written has to be undone: not here, where nothing keeps works apart. */
export class Entangled extends Error {}

/** This one cannot be made beside the others; nothing of it was written. */
class Aside extends Error {}

/** What came of works that were made side by side. */
export interface Together {
  /** What each of those that are made or refused is to hear, once all is durable. */
  readonly answers: readonly Answering[];
  /** Those to be made one after the other, behind all that was made. */
  readonly aside: readonly Member[];
}

/** Tells a member what came of it. */
export type Answering = () => void;

interface Later {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** A work on its way. */
interface Part {
  readonly number: number;
  readonly changes: Changes;
  queue: Later[];
  /** Something of it was written. */
  hasWritten: boolean;
  isAside: boolean;
}

/**
 * Makes works side by side in one transaction, so that what all of them ask goes to the server in one message. What each writes is
 * kept back until it is known that the whole comes to the same as one after the other (`Order`); who gets in the way of others
 * is left for later. Of one lane only the first is made here.
 */
export async function makeTogether(
  talk: Talk,
  tx: Writer,
  members: readonly Member[],
  hasEffects: (table: string) => boolean,
): Promise<Together> {
  const order = createOrder();
  const lanes = new Set<string>();
  const first = members.filter(({ lane }) => !lanes.has(lane) && lanes.add(lane));
  const ended = await Promise.allSettled(
    first.map((member, number) => makeOne({ talk, tx, order, hasEffects }, member, number)),
  );
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  const answers = ended.map((one) => (one.status === 'fulfilled' ? one.value : null));
  return {
    answers: answers.filter((answer) => answer !== null),
    aside: members.filter((member) => (answers[first.indexOf(member)] ?? null) === null),
  };
}

interface Side {
  readonly talk: Talk;
  readonly tx: Writer;
  readonly order: Order;
  readonly hasEffects: (table: string) => boolean;
}

/** What the member is to hear; null where it is left for later. It has ended, or waits for nothing but its last answer. */
async function makeOne(side: Side, member: Member, number: number): Promise<Answering | null> {
  const { work, done, failed } = member;
  const part: Part = { number, changes: createChanges(), queue: [], hasWritten: false, isAside: false };
  const atLast = Promise.withResolvers<'last'>();
  const ended = work(writerOf(side, part, () => atLast.resolve('last')));
  try {
    const value = await Promise.race([ended.then((result) => ({ result })), atLast.promise]);
    if (part.isAside) return null;
    flush(side, part);
    for (const change of part.changes.all()) side.tx.changed(change);
    if (value !== 'last') return () => done(value.result);
    ended.catch(() => undefined); // heard below, unless the whole transaction fails
    return () => void tell(ended, member);
  } catch (cause) {
    if (part.isAside) return null;
    if (isOfDatabase(cause)) throw cause;
    if (part.hasWritten) throw new Entangled();
    return () => failed(cause);
  }
}

async function tell(ended: Promise<unknown>, { done, failed }: Member): Promise<void> {
  try {
    done(await ended);
  } catch (cause) {
    failed(cause);
  }
}

function isOfDatabase(cause: unknown): boolean {
  return (
    cause instanceof Entangled || (cause instanceof Error && 'severity' in cause) || POSTGRES.violation(cause) !== null
  );
}

function writerOf(side: Side, part: Part, atLast: () => void): Writer {
  const ask = async (text: string, values: readonly SqlValue[]): Promise<Answer> => {
    flush(side, part, { text, values });
    return side.talk.ask(text, values);
  };
  const never = (): Promise<never> => Promise.reject(leave(side, part));
  return {
    dialect: POSTGRES,
    all: async (text, values) => (await ask(text, values)).rows,
    run: async (text, values) => ({ changes: (await ask(text, values)).changes }),
    last: async (text, values) => {
      flush(side, part, { text, values });
      const answer = side.talk.last(text, values);
      atLast();
      return (await answer).rows;
    },
    later: (text, values) => void part.queue.push({ text, values }),
    changed: part.changes.add,
    within: never,
    attempt: never,
  };
}

/** Sends what was kept back, before what is asked now. */
function flush(side: Side, part: Part, asked?: Later): void {
  if (part.isAside) throw new Aside();
  const all = asked ? [...part.queue, asked] : part.queue;
  const touched = all.map(({ text, values }) => touchedBy(text)(values));
  const known = touched.flatMap((one) => one ?? []);
  const isAlone = touched.includes(null) || known.some(({ table, writes }) => writes && side.hasEffects(table));
  if (isAlone || !side.order.note(part.number, known)) throw leave(side, part);
  if (known.some(isWrite)) part.hasWritten = true;
  for (const { text, values } of part.queue) side.talk.later(text, values);
  part.queue = [];
}

function isWrite({ writes }: Touched): boolean {
  return writes;
}

function leave({ order }: Side, part: Part): Error {
  if (part.hasWritten) return new Entangled();
  part.isAside = true;
  order.forget(part.number);
  return new Aside();
}
