import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Database, SurveyLimits } from '../database/database.ts';
import { createSurveyQueue } from '../database/survey-queue.ts';
import { textOf } from '../sql/sql.ts';
import { closeInProcesses } from './connections/reading-process.ts';
import { surveyFile } from './connections/survey.ts';
import { SQLITE } from './dialect.ts';

/** The surveys of one file. */
export interface Surveys {
  readonly run: Database['survey'];
  /** Ends when no survey runs or waits any more. */
  close(): Promise<void>;
}

/** As many run at the same time as the limits say, but no more than there are processors, or two. */
export function createSurveys(path: string, limits: SurveyLimits): Surveys {
  const file = resolve(path);
  const queue = createSurveyQueue({ ...limits, most: Math.min(limits.most, Math.max(2, availableParallelism())) });
  return {
    run: (caller, work) =>
      queue.take(caller, () =>
        surveyFile(file, limits.ms, (ask) =>
          work({
            dialect: SQLITE,
            all: async (statement, values) => (await ask(textOf(statement), values, false)).rows,
            recall: (statement, values) => ask(textOf(statement), values, true),
          }),
        ),
      ),
    close: async () => {
      await queue.drained();
      closeInProcesses(file);
    },
  };
}
