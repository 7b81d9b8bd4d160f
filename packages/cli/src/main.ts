import { HELP } from './commands/help.ts';
import { parseCommand } from './arguments/parse-command.ts';
import { Unusable } from './arguments/unusable.ts';
import { ownVersion } from './commands/version.ts';

/** Runs one command; answers the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const command = parseCommand(args);
  switch (command.name) {
    case 'help':
      process.stdout.write(HELP);
      return 0;
    case 'version':
      process.stdout.write(`${ownVersion()}\n`);
      return 0;
    case 'check':
      return (await import('./commands/check.ts')).check(command);
    case 'run':
      return (await import('./commands/run.ts')).run(command);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof Unusable || (error instanceof Error && error.name === 'StartFailure');
  const text = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`ninefold: ${text}\n`);
  process.exitCode = error instanceof Unusable ? 2 : 1;
}
if (process.exitCode !== undefined && process.connected) process.disconnect();
