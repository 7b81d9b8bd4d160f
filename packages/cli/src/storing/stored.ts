import { loadSpecification, placeNamed, type DataPlace } from '@ninefold/server';
import type { Application } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { countLine, issueLines } from '../printing/issues.ts';

/** The specification in a folder; null where it cannot run; the errors are then printed. */
export async function readSpecification(folder: string, call: Call): Promise<Application | null> {
  const { application, issues } = await loadSpecification(folder);
  if (application !== null) return application;
  const errors = issues.filter(({ severity }) => severity === 'error');
  process.stderr.write(issueLines(errors, call));
  const { say } = call;
  process.stderr.write(`ninefold: ${say('run.cannot', { folder, errors: countLine(errors, say) })}\n`);
  return null;
}

/** Where the data of an application is. */
export function placeOf(call: Pick<Call, 'flags'>, { model }: Application): DataPlace {
  return placeNamed(runSettings(call, process.env), model.name);
}

/** Takes a line for the operator. */
export function log(line: string): void {
  process.stderr.write(`${line}\n`);
}
