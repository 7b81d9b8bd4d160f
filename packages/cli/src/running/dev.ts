import { existsSync } from 'node:fs';
import type { Application, Issue } from '@ninefold/spec';
import { StartFailure, startDevServer, type DevServer, type DevState, type DevTrouble } from '@ninefold/server';
import { dataPlace } from '../arguments/same-place.ts';
import type { Call } from '../arguments/command.ts';
import { runSettings } from '../arguments/run-settings.ts';
import { conflictsText, loadedText } from '../printing/data-files.ts';
import { countLine, issueLines, type Reader } from '../printing/issues.ts';
import { planText } from '../printing/migration.ts';
import { LANGUAGES, textsIn } from '../texts/texts.ts';
import { findWeb } from '../program/find-web.ts';
import { buildPages, dataFolder, greeting } from './run.ts';
import { stopRequested } from './stop.ts';
import { watchFolder } from './watch-folder.ts';

const SHOWN_IN_PAGE = 20;

/** Runs a specification and follows its files until it is stopped. */
export async function dev(call: Call): Promise<number> {
  const { say } = call;
  const folder = call.words[0] ?? '.';
  if (!existsSync(folder)) throw new StartFailure('folder_missing', { folder }); // one that goes later may come back, as from another branch
  const web = findWeb();
  const stop = stopRequested();
  const server = await startDevServer({
    ...runSettings(call, process.env),
    folder,
    web: web.dist,
    webLocales: web.locales,
    log: (line) => void process.stderr.write(`${line}\n`),
    describe: (trouble, served) => describe(trouble, served, call),
  });
  let told: Promise<Told> = Promise.resolve({ name: null, troubled: false, known: new Set() });
  const again = async (): Promise<void> => {
    told = told.then((before) => follow(server, call, before).catch((error: unknown) => (fail(error), before)));
    await told;
  };
  const watcher = await watchFolder(folder, () => void again());
  told = told.then((before) => follow(server, call, before));
  await told;
  const superseded = Promise.withResolvers<'superseded'>();
  const looking = watchData(server, { fits: again, superseded: () => superseded.resolve('superseded') });
  const stopped = new AbortController();
  const building = web.dist === null ? buildPages(web, server, stopped.signal, say) : Promise.resolve();
  const reason = await Promise.race([stop.then(() => 'asked' as const), superseded.promise]);
  stopped.abort();
  watcher.close();
  looking.close();
  await building;
  await server.close();
  if (reason === 'superseded') throw new StartFailure('superseded');
  return 0;
}

const LOOK_MS = 1000;

/** What a look at stored data can find. */
interface Found {
  /** Stored data that could not follow the files can, as after `migrate` beside this server. */
  fits(): Promise<void>;
  /** Stored data follows a specification that is not in the files. */
  superseded(): void;
}

function watchData(server: DevServer, found: Found): { close(): void } {
  let looking = Promise.resolve();
  const look = async (): Promise<void> => {
    if (await server.canFollow()) await found.fits();
    else if (await server.isSuperseded()) found.superseded();
  };
  const timer = setInterval(() => (looking = looking.then(look).catch(fail)), LOOK_MS);
  return { close: () => clearInterval(timer) };
}

/** What has been printed so far. */
interface Told {
  /** That of the application which is served; null where none has been. */
  readonly name: string | null;
  /** Whether something was wrong when the files were last read. */
  readonly troubled: boolean;
  /** The notices and warnings of what is served. */
  readonly known: ReadonlySet<string>;
}

/** Reads the files and says what came of it; nothing where they have not changed. */
async function follow(server: DevServer, call: Call, told: Told): Promise<Told> {
  const begun = performance.now();
  const state = await server.refresh();
  const { rows, conflicts } = state.data ?? { rows: [], conflicts: [] };
  if (told.name !== null) process.stdout.write(loadedText(rows, call.say));
  process.stdout.write(conflictsText(conflicts, call.say));
  if (state.trouble) process.stderr.write(troubleText(state.trouble, state.application !== null, call));
  else if (told.name === null) process.stdout.write(greetingOf(server, state, call));
  else if (state.changed)
    process.stdout.write(reloaded(state, performance.now() - begun, told, call) + moved(state, told, call));
  else if (told.troubled) process.stdout.write(`${call.say('dev.mended')}\n`);
  const known = state.trouble ? told.known : new Set(state.issues.map(keyOf));
  return { name: state.application?.model.name ?? told.name, troubled: state.trouble !== null, known };
}

function greetingOf({ address }: DevServer, state: DevState, call: Call): string {
  const { say } = call;
  const { application, issues, setupLink, demoAccounts } = state;
  if (application === null) return '';
  return (
    greeting(
      { address, application, issues, setupLink, demoAccounts, missingSecrets: [], demoSecret: null, standIn: null },
      say,
      dataPlace(call, call.words[0] ?? '.'),
      dataFolder(runSettings(call, process.env), application),
    ) +
    (isSending(call, application) ? `${say('dev.no_calls')}\n` : '') +
    `${say('dev.follows')}\n`
  );
}

/** Whether it would make calls or send mail if it were run. */
function isSending(call: Call, { model }: Application): boolean {
  return Object.keys(model.calls.out).length > 0 || runSettings(call, process.env).smtp !== null;
}

/** That the files are served, and what the checker says that it has not said before. */
function reloaded({ issues }: DevState, took: number, { known }: Told, call: Call): string {
  const { say } = call;
  const counted = countLine(issues, say);
  const line = say('dev.reloaded', { ms: took.toFixed(0) }) + (counted === '' ? '' : ` (${counted})`);
  const news = issueLines(
    issues.filter((issue) => !known.has(keyOf(issue))),
    call,
    folderOf(call),
  );
  return `${line}\n${news === '' ? '' : `${news.trimEnd()}\n`}`;
}

function folderOf({ words: [folder = '.'] }: Pick<Call, 'words'>): string {
  return folder;
}

/** What an issue says and of which file, wherever in it. */
function keyOf({ id, file, params }: Issue): string {
  return JSON.stringify([id, file, params]);
}

/** That the application has another name, and so data of its own, unless the person said where it is. */
function moved({ application }: DevState, { name: before }: Told, call: Call): string {
  const name = application?.model.name ?? before;
  const { data, database } = runSettings(call, process.env);
  if (name === null || before === null || name === before || data !== null || database !== null) return '';
  return `${call.say('dev.moved', { name, before })}\n`;
}

function troubleText(trouble: DevTrouble, served: boolean, call: Call): string {
  return `${whatStops(trouble, call)}\n${titleOf(trouble, served, call.say)}\n`;
}

function whatStops(trouble: DevTrouble, reader: Reader & Pick<Call, 'words'>): string {
  if ('failure' in trouble) return trouble.failure.sentenceIn(reader.language, reader.command);
  const text =
    'changes' in trouble
      ? planText(trouble.changes, 'stopped', reader.say)
      : issueLines(trouble.issues, reader, folderOf(reader));
  return text.trimEnd();
}

function titleOf(trouble: DevTrouble, served: boolean, say: Call['say']): string {
  const errors =
    'issues' in trouble ? countLine(trouble.issues, say) : say('changes' in trouble ? 'dev.data' : 'dev.files');
  return say(served ? 'dev.broken' : 'dev.nothing', { errors });
}

/** The errors for the page, in each language. */
function describe(
  trouble: DevTrouble,
  served: boolean,
  call: Call,
): Readonly<Record<string, { title: string; text: string }>> {
  const entries = LANGUAGES.map((language) => {
    const shown = 'issues' in trouble ? { issues: trouble.issues.slice(0, SHOWN_IN_PAGE) } : trouble;
    const say = textsIn(language, call.command);
    const text = whatStops(shown, { ...call, say, language });
    return [language, { title: titleOf(trouble, served, say), text }] as const;
  });
  return Object.fromEntries(entries);
}

function fail(error: unknown): void {
  process.stderr.write(`ninefold: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
