import type pg from 'pg';
import type { SqlValue } from '../sql-value.ts';
import { createBatch, type Answer, type Asked } from './batch.ts';
import { parserOf } from './connection.ts';
import type { Statement } from './statements.ts';

/** One connection during a transaction: what is asked at the same moment goes to the server in one message. */
export interface Talk {
  ask(text: string, values: readonly SqlValue[]): Promise<Answer>;
  /** Is done before whatever is asked next; what goes wrong with it goes wrong with that. */
  later(text: string, values: readonly SqlValue[]): void;
  /** Goes with whatever is asked next, as what is done later does; its answer is waited for. */
  last(text: string, values: readonly SqlValue[]): Promise<Answer>;
  /** Nothing waits to be sent. */
  isQuiet(): boolean;
  /** What went wrong unheard is undone: the next one asks anew. */
  forgive(): void;
  /** Whoever still asks is refused: the connection is somebody else's now. */
  end(): void;
}

export function createTalk(client: pg.PoolClient, statementOf: (text: string) => Statement): Talk {
  let waiting: Asked[] = [];
  let isDue = false;
  let isAnswering = false;
  let isOpen = true;
  /** Of a statement whose answer nobody waits for. */
  let unheard: Error | null = null;
  const send = (): void => {
    isDue = false;
    const asked = waiting;
    if (asked.length === 0 || isAnswering) return;
    waiting = [];
    isAnswering = true;
    client.query(createBatch(asked, parserOf, answered));
  };
  /** What is asked while others are still answered goes together, once all of them could go on. */
  const answered = (): void => {
    isAnswering = false;
    if (waiting.length === 0 || isDue) return;
    isDue = true;
    queueMicrotask(() => process.nextTick(send));
  };
  const add = (text: string, values: readonly SqlValue[], done: Asked['done'], failed: Asked['failed']): void => {
    if (!isOpen) throw new Error('the transaction has ended');
    const { parameters, ...statement } = statementOf(text);
    if (parameters !== values.length)
      throw new RangeError(`a statement takes ${parameters} values, not ${values.length}: ${text}`);
    waiting.push({ statement, values, done, failed });
  };
  return {
    ask: (text, values) =>
      new Promise((resolve, reject) => {
        if (unheard) {
          reject(unheard);
          return;
        }
        const failed = (cause: Error): void => {
          unheard = null;
          reject(cause);
        };
        add(text, values, resolve, failed);
        if (isDue || isAnswering) return;
        isDue = true;
        process.nextTick(send); // after all that can go on without an answer
      }),
    later: (text, values) =>
      add(
        text,
        values,
        () => undefined,
        (cause) => (unheard ??= cause),
      ),
    last: (text, values) => new Promise((resolve, reject) => add(text, values, resolve, reject)),
    isQuiet: () => waiting.length === 0,
    forgive: () => void (unheard = null),
    end: () => {
      isOpen = false;
      const cause = new Error('the transaction has ended');
      for (const { failed } of waiting) failed(cause);
      waiting = [];
    },
  };
}
