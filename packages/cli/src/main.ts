import { COMMANDS } from './commands/table.ts';
import { parseCommand } from './arguments/parse-command.ts';
import { Unusable } from './arguments/unusable.ts';
import { startedAs } from './program/started-as.ts';
import { startSentence } from './texts/start-sentence.ts';
import { LANGUAGES, terminalLanguage, textsIn } from './texts/texts.ts';

// The reader of YAML asks the environment at every word, and the real one is slow to answer: a plain copy says the same.
process.env = { ...process.env };

const args = process.argv.slice(2);
const file = process.env['NINEFOLD_STARTED'] ?? null;
const command = startedAs({ env: process.env, file, folder: process.cwd() });

/** Runs one command; answers the exit status. */
async function main(language: string): Promise<number> {
  const { command: chosen, words, flags } = parseCommand(args, COMMANDS);
  return chosen.run({ words, flags, language, command, say: textsIn(language, command) });
}

/** Known before the command line is read, so that what is wrong in it is said in it. */
function languageOf(): string {
  const at = args.findIndex((arg) => arg === '--language' || arg.startsWith('--language='));
  const wanted = at === -1 ? '' : (args[at]?.split('=')[1] ?? args[at + 1] ?? '');
  return LANGUAGES.includes(wanted) ? wanted : terminalLanguage(process.env);
}

function sentenceOf(error: unknown, language: string): string {
  if (error instanceof Unusable) return textsIn(language, command)(error.key, error.params);
  if (!(error instanceof Error)) return String(error);
  return startSentence(error, language, command) ?? error.stack ?? error.message;
}

/** Whoever reads the output may stop, as `head` does: a command goes on to its end, and a server goes on serving. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

outliveReaders();
const language = languageOf();
try {
  process.exitCode = await main(language);
} catch (error) {
  process.stderr.write(`ninefold: ${sentenceOf(error, language)}\n`);
  process.exitCode = error instanceof Unusable ? 2 : 1;
}
if (process.exitCode !== undefined && process.connected) process.disconnect();
