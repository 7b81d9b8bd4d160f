import type { Service } from '../http/service/service.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Database } from '../storage/database/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const OFTEN_MS = 600_000;

interface Work {
  readonly everyMs: number;
  readonly run: (service: Service, database: Database) => Promise<unknown>;
}

/** What each job does, and how often, by the name under which the servers of a database agree who does it. */
const JOBS: Readonly<Record<string, Work>> = {
  empty_trash: { everyMs: HOUR_MS, run: ({ records }) => records.emptyTrash() },
  forget_answers: { everyMs: HOUR_MS, run: ({ records }) => records.forgetAnswers() },
  forget_tries: { everyMs: OFTEN_MS, run: ({ tries }) => tries.forget() },
  forget_presence: { everyMs: OFTEN_MS, run: ({ presence }) => presence.forget() },
  tell_stuck_approvals: { everyMs: OFTEN_MS, run: ({ records }) => records.tellStuckApprovals() },
  trim_audit_log: { everyMs: HOUR_MS, run: ({ audit }) => audit.trim() },
  trim_notifications: { everyMs: HOUR_MS, run: ({ records }) => records.notifications.trim() },
  trim_calls: { everyMs: HOUR_MS, run: ({ records }) => records.calls.trim() },
  trim_in_calls: { everyMs: HOUR_MS, run: ({ records }) => records.inCalls.trim() },
  trim_mail: { everyMs: HOUR_MS, run: ({ records }) => records.mail.trim() },
  sweep_files: { everyMs: DAY_MS, run: ({ uploads }) => uploads.sweep() },
  tidy_storage: { everyMs: OFTEN_MS, run: (_, database) => database.tidy() },
};

/** What a running application does by itself. */
export function allJobs(service: Service, database: Database): readonly Job[] {
  return Object.entries(JOBS).map(([name, { everyMs, run }]) => ({ name, everyMs, run: () => run(service, database) }));
}
