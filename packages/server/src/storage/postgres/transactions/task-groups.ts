import type { Writer } from '../../database/database.ts';
import type { Task } from '../side-by-side/task.ts';

/** The most tasks of one transaction. */
const MOST_TASKS = 16;

/** Lets tasks that arrive together share one transaction: its beginning, its commit and its locks are paid once. */
export type TaskGroups = <T>(subject: Pick<Task, 'key' | 'isAmicable'>, work: (tx: Writer) => Promise<T>) => Promise<T>;

/**
 * `run` runs all tasks of a group, in the order in which they arrived, and reports the result of each. A task that arrives once a group
 * has begun waits for the next one. One group runs at a time: two of them would read the same pages of an index, and PostgreSQL would
 * let one of them fail.
 */
export function createTaskGroups(run: (tasks: readonly Task[]) => Promise<void>): TaskGroups {
  const waiting: Task[] = [];
  let isRunning = false;
  let isDue = false;
  const begin = (): void => {
    isDue = false;
    isRunning = true;
    const end = (): void => {
      isRunning = false;
      due();
    };
    run(waiting.splice(0, MOST_TASKS)).then(end, end);
  };
  const due = (): void => {
    if (isDue || isRunning || waiting.length === 0) return;
    isDue = true;
    setImmediate(begin); // requests that have arrived already are read first
  };
  return (subject, work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        ...subject,
        work,
        done: (value) => resolve(value as Awaited<ReturnType<typeof work>>),
        failed: reject,
      });
      due();
    });
}
