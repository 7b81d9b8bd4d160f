import type { Service } from '../http/service.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Database } from '../storage/database.ts';

const HOUR_MS = 3_600_000;
const OFTEN_MS = 600_000;

/** What a running application does by itself. */
export function allJobs({ records, tries, presence }: Service, database: Database): readonly Job[] {
  return [
    { name: 'empty_trash', everyMs: HOUR_MS, run: records.emptyTrash },
    { name: 'forget_answers', everyMs: HOUR_MS, run: records.forgetAnswers },
    { name: 'forget_tries', everyMs: OFTEN_MS, run: tries.forget },
    { name: 'forget_presence', everyMs: OFTEN_MS, run: presence.forget },
    { name: 'tidy_storage', everyMs: OFTEN_MS, run: database.tidy },
  ];
}
