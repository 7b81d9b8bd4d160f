import { loadSpecification, type LoadedSpecification } from '@ninefold/server/specification';
import { textFlag, type Call } from '../arguments/command.ts';
import { type Checked, countLine, issueLines } from '../printing/issues.ts';
import { githubText } from '../printing/github.ts';
import { jsonText } from '../printing/json.ts';
import { ledgerLines } from '../printing/ledger.ts';
import { reasoningLines } from '../printing/reasoning.ts';
import { sarifText } from '../printing/sarif.ts';
import { startSentence } from '../texts/start-sentence.ts';

const FORMATS: Readonly<Record<string, typeof humanText>> = {
  human: humanText,
  json: jsonText,
  sarif: sarifText,
  github: githubText,
};

/** Prints what is wrong with a specification and what it leaves open; 1 where something stops it, 2 where none can be read. */
export async function check(call: Call): Promise<number> {
  const folder = call.words[0] ?? '.';
  const loaded = await read(folder, call);
  if (loaded === null) return 2;
  const text = (FORMATS[textFlag(call, 'format') ?? 'human'] ?? humanText)({ ...loaded, folder }, call);
  process.stdout.write(text);
  if (loaded.application === null) return 1;
  return call.flags['complete'] === true && loaded.application.model.notShown.length > 0 ? 1 : 0;
}

async function read(folder: string, { language, command }: Call): Promise<LoadedSpecification | null> {
  try {
    return await loadSpecification(folder);
  } catch (error) {
    const sentence = startSentence(error, language, command);
    if (sentence === null) throw error;
    process.stderr.write(`ninefold: ${sentence}\n`);
    return null;
  }
}

function humanText(checked: Checked, call: Call): string {
  const { application, issues } = checked;
  const { say } = call;
  const found = issueLines(issues, call);
  const counted = countLine(issues, say);
  const reasoned = reasoningLines(checked, call);
  if (!application) return `${found}${reasoned}${counted}\n`;
  const runs = say('check.can_run', { name: application.model.name });
  return `${found}${ledgerLines(application.model, say)}${reasoned}${runs}${counted === '' ? '' : ` (${counted})`}\n`;
}
