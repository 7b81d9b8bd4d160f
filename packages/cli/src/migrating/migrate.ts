import { MigrationRefused, openData, previewData, systemClock, type MigrationReport } from '@ninefold/server';
import type { Application } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { openLosses, planText } from '../printing/migration.ts';
import { log, placeOf, readSpecification } from '../storing/stored.ts';

/** Brings stored data to the specification, or shows what that would do. */
export async function migrate(call: Call): Promise<number> {
  if (call.flags['dry-run'] === true) return diff(call);
  const application = await readSpecification(call.words[0] ?? '.', call);
  if (application === null) return 1;
  const { place, options } = settingsOf(call, application);
  try {
    const { database, migration } = await openData(place, application, { ...options, demo: false }, log);
    await database.close();
    process.stdout.write(
      migration.created ? `${call.say('migration.made')}\n` : planText(migration.changes, 'done', call.say),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error;
    process.stderr.write(planText(error.changes, 'stopped', call.say));
    return 1;
  }
}

/** Shows what a start would do to stored data, and does nothing. */
export async function diff(call: Call): Promise<number> {
  const application = await readSpecification(call.words[0] ?? '.', call);
  if (application === null) return 1;
  const { place, options } = settingsOf(call, application);
  const report = await previewData(place, application, options, log);
  process.stdout.write(previewText(report, call));
  return report === null || openLosses(report.changes).length === 0 ? 0 : 1;
}

function previewText(report: MigrationReport | null, { say }: Call): string {
  return report === null || report.created ? `${say('migration.no_data')}\n` : planText(report.changes, 'planned', say);
}

function settingsOf(call: Call, application: Application) {
  const { acceptLoss } = runSettings(call, process.env);
  return { place: placeOf(call, application), options: { acceptLoss, now: systemClock() } };
}
