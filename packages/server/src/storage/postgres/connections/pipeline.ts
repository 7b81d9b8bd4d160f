import type pg from 'pg';
import type { SqlValue } from '../../sql/sql-value.ts';
import { createBatch, type Answer, type Asked } from './batch.ts';
import { parserOf } from './connection.ts';
import type { Statement } from './statements.ts';

/** One connection during a transaction: statements that are asked at the same moment go to the server in one message. */
export interface Pipeline {
  /** Sends the statement at the end of this turn of the event loop. */
  ask(text: string, values: readonly SqlValue[]): Promise<Answer>;
  /** Sends the statement in front of the next one that is asked, which fails where this one does. */
  later(text: string, values: readonly SqlValue[]): void;
  /** Sends the statement with the next one that is asked; its own answer is waited for. */
  last(text: string, values: readonly SqlValue[]): Promise<Answer>;
  /** Whether no statement waits to be sent. */
  isIdle(): boolean;
  /** Drops the error of a statement that was sent `later`: its savepoint was rolled back. */
  clearError(): void;
  /** Rejects what still waits: the connection goes back to its pool. */
  end(): void;
}

export function createPipeline(client: pg.PoolClient, statementOf: (text: string) => Statement): Pipeline {
  let waiting: Asked[] = [];
  let isDue = false;
  let isAnswering = false;
  let isOpen = true;
  /** The error of a statement that was sent `later`. */
  let pending: Error | null = null;
  const send = (): void => {
    isDue = false;
    const asked = waiting;
    if (asked.length === 0 || isAnswering) return;
    waiting = [];
    isAnswering = true;
    client.query(createBatch(asked, parserOf, answered));
  };
  /** Statements that are asked while others are answered go together, once all callers have gone on. */
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
        if (pending) {
          reject(pending);
          return;
        }
        const failed = (cause: Error): void => {
          pending = null;
          reject(cause);
        };
        add(text, values, resolve, failed);
        if (isDue || isAnswering) return;
        isDue = true;
        process.nextTick(send); // after all callers that can go on without an answer
      }),
    later: (text, values) =>
      add(
        text,
        values,
        () => undefined,
        (cause) => (pending ??= cause),
      ),
    last: (text, values) => new Promise((resolve, reject) => add(text, values, resolve, reject)),
    isIdle: () => waiting.length === 0,
    clearError: () => void (pending = null),
    end: () => {
      isOpen = false;
      const cause = new Error('the transaction has ended');
      for (const { failed } of waiting) failed(cause);
      waiting = [];
    },
  };
}
