import { resolve } from 'node:path';
import {
  BrokenSpecification,
  MigrationRefused,
  placeNamed,
  StartFailure,
  startServer,
  type Running,
} from '@ninefold/server';
import type { Application } from '@ninefold/spec';
import type { Call } from '../arguments/command.ts';
import { dataPlace } from '../arguments/same-place.ts';
import { runSettings, type RunSettings } from '../arguments/run-settings.ts';
import { conflictsText } from '../printing/data-files.ts';
import { countLine } from '../printing/issues.ts';
import { beginText, planText } from '../printing/migration.ts';
import type { Say } from '../texts/texts.ts';
import { buildProgram } from '../program/build-program.ts';
import { buildWeb } from '../program/build-web.ts';
import { findWeb, type Web } from '../program/find-web.ts';
import { wayToBeginAnew } from '../../bin/begin-anew.cjs';
import { giveBackStartMemory } from './start-memory.ts';
import { boundYoungMemory } from './young-memory.ts';
import { stopRequested } from './stop.ts';

/** Says that this process has begun anew after loading rows, and need not again. */
const BEGUN = { NINEFOLD_BEGUN_ANEW: 'yes' };
const PRINTED_ACCOUNTS = 6;
/** How long calls in progress have once the server takes no new connection. */
const PATIENCE_MS = 10_000;
/** What is left for the end of the database and of jobs. */
const LAST_WORDS_MS = 5000;

/** Runs a specification until it is stopped. */
export async function run(call: Call): Promise<number> {
  const { say } = call;
  const folder = call.words.at(-1) ?? '.';
  const settings = runSettings(call, process.env);
  const web = findWeb();
  boundYoungMemory();
  try {
    const noticeMs = settings.notice * 1000;
    const stop = stopRequested(noticeMs + PATIENCE_MS + LAST_WORDS_MS);
    const log = (line: string): void => void process.stderr.write(`${line}\n`);
    const anew = wayToBeginAnew(BEGUN);
    const running = await startServer({
      ...settings,
      folder,
      web: web.dist,
      webLocales: web.locales,
      log,
      begins: (changes) => void process.stdout.write(beginText(changes, say)),
      ...(anew === null
        ? {}
        : {
            beginAnew: (done) => {
              process.stdout.write(doneText(done, say));
              return anew();
            },
          }),
      ...programOf(process.env),
    });
    process.stdout.write(doneText(running, say));
    process.stdout.write(greeting(running, say, dataPlace(call, folder), dataFolder(settings, running.application)));
    giveBackStartMemory();
    const stopped = new AbortController();
    const building = build(web, running, stopped.signal, say);
    const reason = await Promise.race([
      stop.then(() => 'asked' as const),
      running.superseded.then(() => 'superseded' as const),
    ]);
    stopped.abort();
    await building;
    await running.close({ noticeMs: reason === 'asked' ? noticeMs : 0, patienceMs: PATIENCE_MS });
    if (reason === 'superseded') throw new StartFailure('superseded');
    return 0;
  } catch (error) {
    if (error instanceof MigrationRefused) process.stderr.write(planText(error.changes, 'stopped', say));
    if (error instanceof MigrationRefused) return 1;
    if (!(error instanceof BrokenSpecification)) throw error;
    const { issueLines } = await import('../printing/issues.ts');
    const errors = error.issues.filter(({ severity }) => severity === 'error');
    process.stderr.write(issueLines(errors, call, folder));
    process.stderr.write(`ninefold: ${say('run.cannot', { folder, errors: countLine(errors, say) })}\n`);
    return 1;
  }
}

/** What was done to stored data, and which rows of data files were left as people have changed them. */
function doneText({ migration, data }: Pick<Running, 'migration' | 'data'>, say: Say): string {
  const plan = migration.changes.length > 0 ? planText(migration.changes, 'done', say) : '';
  return plan + conflictsText(data.conflicts, say);
}

/** The stamp of this program, as the command that started it has found. */
function programOf({ NINEFOLD_PROGRAM: program }: NodeJS.ProcessEnv): { readonly program?: string } {
  return program === undefined ? {} : { program };
}

/** Builds what is missing or older than its sources: the pages, then the program, which only the next start needs. */
async function build(web: Web, running: Running, stopped: AbortSignal, say: Say): Promise<void> {
  if (web.dist === null) await buildPages(web, running, stopped, say);
  if (stopped.aborted) return;
  const failure = await buildProgram(stopped);
  if (failure !== null && !stopped.aborted) process.stderr.write(`${failure}\nninefold: ${say('run.slow_start')}\n`);
}

/** Builds the web application where it is missing or older than its sources, while calls are answered already. */
export async function buildPages(
  web: Web,
  running: Pick<Running, 'webBuilt'>,
  stopped: AbortSignal,
  say: Say,
): Promise<void> {
  process.stdout.write(`${say('run.building')}\n`);
  const begun = performance.now();
  const failure = await buildWeb(web, stopped);
  if (stopped.aborted) return;
  if (failure === null) {
    process.stdout.write(`${say('run.built', { seconds: ((performance.now() - begun) / 1000).toFixed(1) })}\n`);
  } else {
    process.stderr.write(`${failure}\nninefold: ${say('run.not_built')}\n`);
  }
  running.webBuilt(failure === null ? web.built : null);
}

/** Where the data of an application is; null where a database was named. */
export function dataFolder(settings: RunSettings, { model }: Pick<Application, 'model'>): string | null {
  return settings.database === null ? resolve(placeNamed(settings, model.name, '.').data) : null;
}

/** What is printed once the server answers. */
export function greeting(
  {
    address,
    application,
    issues,
    setupLink,
    demoAccounts,
    missingSecrets,
    demoSecret,
    standIn,
  }: Omit<Running, 'webBuilt' | 'close' | 'migration' | 'data' | 'superseded'>,
  say: Say,
  /** What a further command needs to reach the same data, as `dataPlace` answers it. */
  place: string,
  /** The folder of the data; null where a database elsewhere has it. */
  data: string | null,
): string {
  const { name, notShown } = application.model;
  const lines = [say('run.answers', { name, address })];
  const open = notShown.length === 0 ? '' : say('run.not_shown', { number: notShown.length });
  const found = [countLine(issues, say), open].filter((text) => text !== '').join(say('counts.between'));
  if (found !== '') lines.push(say('run.found', { found, place }));
  if (setupLink !== null)
    lines.push(say('run.setup', { link: setupLink }), ...(data === null ? [] : [say('run.data_in', { data })]));
  if (demoAccounts.length > 0) lines.push(say('run.demo_accounts'));
  for (const { name: person, roles, email } of demoAccounts.slice(0, PRINTED_ACCOUNTS))
    lines.push(`  ${person} <${email}> (${roles.join(say('counts.between'))})`);
  if (demoAccounts.length > PRINTED_ACCOUNTS)
    lines.push(`  ${say('run.more_accounts', { number: demoAccounts.length - PRINTED_ACCOUNTS })}`);
  for (const name of missingSecrets)
    lines.push(
      say(demoSecret === null ? 'run.missing_secret' : 'run.demo_secret', { name, place, secret: demoSecret ?? '' }),
    );
  if (standIn !== null) lines.push(say('run.stand_in', { address: standIn }));
  lines.push(say('run.stop'));
  return `${lines.join('\n')}\n`;
}
