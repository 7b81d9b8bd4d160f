import { runtimeLimit } from '@ninefold/model';
import type { Service } from '../http/service/service.ts';
import type { JobParts } from '../jobs/jobs.ts';
import { keepDue } from '../jobs/keep-due.ts';

/** A server that has not ended a part of the work so long after its mails have to have ended counts as stopped. */
const SPARE_MS = 10_000;

/** Sends mail as it falls due, on one of the servers of a database. The answer ends that: it waits for what is being sent. */
export function keepMail(
  parts: JobParts,
  { mailing, mailAlarm, application }: Pick<Service, 'mailing' | 'mailAlarm' | 'application'>,
): () => Promise<void> {
  const work = {
    name: 'send_mail',
    givenUpMs: runtimeLimit(application.model, 'mail_seconds') * 1000 + SPARE_MS,
    run: mailing.round,
  };
  const end = keepDue(parts, work, mailAlarm);
  return async () => {
    await end();
    mailing.close();
  };
}
