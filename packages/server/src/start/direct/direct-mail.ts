import type { Application } from '@ninefold/spec';
import type { Clock } from '../../clock.ts';
import { readBounce } from '../../mail/bounce-report.ts';
import { createRecords } from '../../records/create-records.ts';
import { openFitting } from '../open-data.ts';
import type { DataPlace } from '../open-place.ts';

/** Notes which mails came back, by the report of a mail server, while servers may use the data. Answers how many mails it names that were sent from here. */
export async function noteBounce(
  place: DataPlace,
  application: Application,
  { report, clock, log }: { readonly report: string; readonly clock: Clock; readonly log: (line: string) => void },
): Promise<number> {
  const bounce = readBounce(report);
  if (bounce === null) return 0;
  const database = await openFitting(place, application, clock(), log);
  try {
    return await createRecords(database, application.model, clock).mail.bounced(bounce.ids, bounce.reason);
  } finally {
    await database.close();
  }
}
