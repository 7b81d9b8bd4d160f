import type { Recalled } from '../../sql/source.ts';
import type { SqlValue } from '../../sql/sql-value.ts';
import { TookTooLong, withReadingProcess, type ReadingProcess } from './reading-process.ts';

/** Gives the rows of a statement; with `mayRecall` also remembered ones, of the same data. */
export type Ask = (text: string, values: readonly SqlValue[], mayRecall: boolean) => Promise<Recalled>;

/**
 * Reads a file in a process of its own. `node:sqlite` cannot end a statement that runs, so the process is killed where all
 * statements together take longer than `ms`; then `work` fails with `TookTooLong`.
 */
export function surveyFile<T>(path: string, ms: number, work: (ask: Ask) => Promise<T>): Promise<T> {
  return withReadingProcess(async (process) => {
    const budget = createBudget(process, ms);
    process.tell({ order: 'begin', path });
    try {
      return await work(budget.ask);
    } finally {
      await budget.answered();
      if (process.isAlive) process.tell({ order: 'end' });
    }
  });
}

interface Budget {
  readonly ask: Ask;
  /** Ends when nothing that was asked is still to be answered. */
  answered(): Promise<void>;
}

function createBudget(process: ReadingProcess, ms: number): Budget {
  const open = new Set<Promise<unknown>>();
  const late = new TookTooLong(`the statements of a survey took longer than ${String(ms)} ms`);
  let left = ms;
  let answers = 0;
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    if (open.size > 0) timer = setTimeout(giveUp, Math.max(0, left));
  };
  /** An answer that has arrived already is taken first: this process may have been late, not the other one. */
  const giveUp = (): void => {
    const before = answers;
    setImmediate(() => {
      if (open.size > 0 && answers === before) process.kill(late);
    });
  };
  const ask: Ask = async (text, values, mayRecall) => {
    if (left <= 0) throw late;
    const answer = process.read(text, values, mayRecall);
    open.add(answer);
    if (open.size === 1) watch();
    try {
      const found = await answer;
      left -= found.ms;
      return found;
    } finally {
      answers += 1;
      open.delete(answer);
      watch();
    }
  };
  return {
    ask,
    answered: async () => {
      await Promise.allSettled(open);
      clearTimeout(timer);
    },
  };
}
