import { loadSpecification } from '@ninefold/server/specification';
import { countLine, issueLines, terminalLanguage } from '../printing/issues.ts';
import { ledgerLines } from '../printing/ledger.ts';

/** Prints what is wrong with a specification and what it leaves open; 1 where something stops it. */
export async function check(command: { readonly folder: string; readonly complete: boolean }): Promise<number> {
  const { application, issues } = await loadSpecification(command.folder);
  process.stdout.write(issueLines(issues, terminalLanguage(process.env)));
  if (!application) {
    process.stdout.write(`${countLine(issues)}\n`);
    return 1;
  }
  const counted = countLine(issues);
  process.stdout.write(ledgerLines(application.model));
  process.stdout.write(`${application.model.name} can run${counted === '' ? '' : ` (${counted})`}.\n`);
  return command.complete && application.model.notShown.length > 0 ? 1 : 0;
}
