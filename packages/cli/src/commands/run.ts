import { BrokenSpecification, startServer, type Running } from '@ninefold/server';
import type { RunFlags } from '../arguments/parse-command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { countLine, issueLines, terminalLanguage } from '../printing/issues.ts';
import { buildWeb } from '../web/build-web.ts';
import { findWeb, type Web } from '../web/find-web.ts';
import { stopRequested } from './stop.ts';

const PRINTED_ACCOUNTS = 6;

/** Runs a specification until it is told to stop. */
export async function run(command: { readonly folder: string; readonly flags: RunFlags }): Promise<number> {
  const settings = runSettings(command.flags, process.env);
  const web = findWeb();
  try {
    const stop = stopRequested();
    const log = (line: string): void => void process.stderr.write(`${line}\n`);
    const running = await startServer({
      ...settings,
      folder: command.folder,
      web: web.dist,
      webLocales: web.locales,
      log,
    });
    say(running);
    const stopped = new AbortController();
    const building = web.dist === null ? build(web, running, stopped.signal) : Promise.resolve();
    await stop;
    stopped.abort();
    await building;
    await running.close();
    return 0;
  } catch (error) {
    if (!(error instanceof BrokenSpecification)) throw error;
    const errors = error.issues.filter(({ severity }) => severity === 'error');
    process.stderr.write(issueLines(errors, terminalLanguage(process.env)));
    process.stderr.write(`ninefold: The specification in ${command.folder} cannot run: ${countLine(errors)}.\n`);
    return 1;
  }
}

async function build(web: Web, running: Running, stopped: AbortSignal): Promise<void> {
  process.stdout.write('Building the pages …\n');
  const begun = performance.now();
  const failure = await buildWeb(web, stopped);
  if (stopped.aborted) return;
  if (failure === null) {
    process.stdout.write(`Pages built in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`);
  } else {
    process.stderr.write(`${failure}\nninefold: The pages could not be built; calls are answered all the same.\n`);
  }
  running.webBuilt(failure === null ? web.built : null);
}

function say({ address, application, issues, setupLink, demoAccounts }: Running): void {
  const { name, notShown } = application.model;
  const lines = [`${name} answers at ${address}`];
  const open = notShown.length === 0 ? '' : `${String(notShown.length)} not shown`;
  const found = [countLine(issues), open].filter((text) => text !== '').join(', ');
  if (found !== '') lines.push(`Specification: ${found} (ninefold check says which)`);
  if (setupLink !== null)
    lines.push(`No account exists yet. This link makes the first administrator, once: ${setupLink}`);
  if (demoAccounts.length > 0) lines.push('Demonstration accounts, one click each:');
  for (const { name: person, roles, email } of demoAccounts.slice(0, PRINTED_ACCOUNTS))
    lines.push(`  ${person} <${email}> (${roles.join(', ')})`);
  if (demoAccounts.length > PRINTED_ACCOUNTS)
    lines.push(`  and ${demoAccounts.length - PRINTED_ACCOUNTS} more on the sign-in page`);
  lines.push('Ctrl+C stops it.');
  process.stdout.write(`${lines.join('\n')}\n`);
}
