import { fileCheckOf, MigrationRefused, openData, previewData, systemClock, type DataOutlook } from '@ninefold/server';
import type { Application } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { conflictsText, previewLines } from '../printing/data-files.ts';
import { openLosses, planText } from '../printing/migration.ts';
import { log, placeOf, readSpecification } from './stored.ts';

/** Brings stored data to the specification, or shows what that would do. */
export async function migrate(call: Call): Promise<number> {
  if (call.flags['dry-run'] === true) return diff(call);
  const folder = call.words[0] ?? '.';
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const { place, options } = await settingsOf(call, application, folder);
  try {
    const { database, migration, data } = await openData(place, application, { ...options, demo: false }, log);
    await database.close();
    process.stdout.write(
      migration.created ? `${call.say('migration.made')}\n` : planText(migration.changes, 'done', call.say),
    );
    process.stdout.write(conflictsText(data.conflicts, call.say));
    return 0;
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error;
    process.stderr.write(planText(error.changes, 'stopped', call.say));
    return 1;
  }
}

/** Shows what a start would do to stored data, and does nothing. */
export async function diff(call: Call): Promise<number> {
  const folder = call.words[0] ?? '.';
  const application = await readSpecification(folder, call);
  if (application === null) return 1;
  const { place, options } = await settingsOf(call, application, folder);
  const report = await previewData(place, application, options, log);
  process.stdout.write(previewText(report, call));
  return report === null || openLosses(report.changes).length === 0 ? 0 : 1;
}

function previewText(outlook: DataOutlook | null, { say }: Call): string {
  if (outlook === null || outlook.created) return `${say('migration.no_data')}\n`;
  const data = previewLines(outlook.data, say).map((line) => `${line}\n`);
  const isQuiet = outlook.changes.length === 0 && data.length > 0;
  return (isQuiet ? '' : planText(outlook.changes, 'planned', say)) + data.join('');
}

async function settingsOf(call: Call, application: Application, folder: string) {
  const { acceptLoss, dataFiles, fileCheck, fileCheckSeconds } = runSettings(call, process.env);
  const attached = { folder, fileCheck: fileCheckOf({ fileCheck, fileCheckSeconds }) };
  const options = { acceptLoss, dataFiles, now: systemClock(), attached };
  return { place: await placeOf(call, application, folder), options };
}
