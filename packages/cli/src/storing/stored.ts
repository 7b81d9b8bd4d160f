import { loadSpecification, placeNamed, refuseDataElsewhere, type DataPlace } from '@ninefold/server';
import type { Application } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { countLine, issueLines } from '../printing/issues.ts';

/** The specification in a folder; null where it cannot run; the errors are then printed. */
export async function readSpecification(folder: string, call: Call): Promise<Application | null> {
  const { application, issues } = await loadSpecification(folder);
  if (application !== null) return application;
  const errors = issues.filter(({ severity }) => severity === 'error');
  process.stderr.write(issueLines(errors, call, folder));
  const { say } = call;
  process.stderr.write(`ninefold: ${say('run.cannot', { folder, errors: countLine(errors, say) })}\n`);
  return null;
}

/**
 * Where the data of the application whose specification is in `folder` is. Throws a `StartFailure` where nothing is there, and its data
 * lies where it would be under another name or in another current folder.
 */
export async function placeOf(call: Pick<Call, 'flags'>, { model }: Application, folder: string): Promise<DataPlace> {
  const place = placeNamed(runSettings(call, process.env), model.name, folder);
  await refuseDataElsewhere(place, model);
  return place;
}

/** Takes a line for the operator. */
export function log(line: string): void {
  process.stderr.write(`${line}\n`);
}
