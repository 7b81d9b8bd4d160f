import type { Service } from '../http/service/service.ts';
import { keepJobs, type JobParts } from '../jobs/jobs.ts';
import { allJobs } from './all-jobs.ts';
import { keepMail } from './keep-mail.ts';
import { keepTimers } from './keep-timers.ts';

/**
 * Does what an application does by itself without another system: its jobs, timers and mail, which says what would have been sent where
 * none is handed over. `address` is where people reach the server. The answer ends that: it waits for what is being done.
 */
export function keepOwnWork(parts: JobParts, service: Service, address: string): () => Promise<void> {
  service.mailing.reachedAt(address);
  const ends = [
    keepJobs(parts, allJobs(service, parts.db)),
    keepTimers(parts, service.records, service.alarm),
    keepMail(parts, service),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
