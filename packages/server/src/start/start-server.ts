import { thrownPart } from '../thrown.ts';
import type { Issue } from '@ninefold/spec';
import type { ServedApplication } from '../specification/served.ts';
import { join } from 'node:path';
import { isLoopback } from '../accounts/demo-sign-in.ts';
import { createServer } from '../http/create-server.ts';
import type { Placed } from '../http/service/site.ts';
import { publicUrl, trustedProxies } from '../http/service/trusted-proxies.ts';
import { createStopServer, type StopServer } from '../http/stop-server.ts';
import type { Service } from '../http/service/service.ts';
import { parseDsn, type Dsn } from '../intake/dsn.ts';
import { systemClock, type Clock } from '../clock.ts';
import { createService } from './create-service.ts';
import { loadServed, type CompiledCache } from '../specification/load-served.ts';
import type { DataFilesChoice } from '../data/rows/data-conflict.ts';
import type { LoadReport } from '../data/load-data.ts';
import type { Change } from '../storage/migration/changes/change.ts';
import type { MigrationReport } from '../storage/migration/migrate.ts';
import { allowedInside } from '../calls/inside-addresses.ts';
import { keepCalls, type CallParts } from '../calls/keep-calls.ts';
import { keepEvents, type EventParts } from '../calls/keep-events.ts';
import { createSecrets, DEMO_SECRET, secretsFile, secretsNamed } from '../calls/secrets.ts';
import type { StandIn } from '../calls/stand-in.ts';
import type { Database } from '../storage/database/database.ts';
import { keepHeldFiles } from './keep-held-files.ts';
import { keepIndexes } from './keep-indexes.ts';
import { createFileCheck, readFileCheck, type FileCheck } from '../uploads/file-check.ts';
import { readSmtp, type SmtpSetting } from '../mail/smtp-setting.ts';
import { keepOwnWork } from './keep-own-work.ts';
import { ALL_DATA, placeNamed } from './place-named.ts';
import { openData, takeOf } from './open-data.ts';
import { openFiles, useFiles } from './open-files.ts';
import { filesOf } from './open-place.ts';
import { BrokenSpecification } from './broken-specification.ts';
import { StartFailure } from '../start-failure.ts';

/** How an application is run. */
export interface ServerSettings {
  /** The folder of the specification. */
  readonly folder: string;
  /** Where data is kept; null: `./.ninefold/<name>`. */
  readonly data: string | null;
  /** `sqlite:<file>`, `postgres://<user>@<host>/<name>`, or null for a file in `data`. */
  readonly database: string | null;
  /** Where the contents of files lie, as `readFilesSetting` reads it; null: in a folder of the data. Holds a secret. */
  readonly files?: string | null;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Loads demonstration data and opens one-click sign-in; only on a loopback host. */
  readonly demo: boolean;
  /** Names of what stored data may lose; see `MigrationRefused`. */
  readonly acceptLoss: readonly string[];
  /** What becomes of rows that changed in a data file after people changed their records; otherwise `keep`. */
  readonly dataFiles?: DataFilesChoice;
  /** Folder of the built web application; null while it is being built (see `webBuilt`), `none` to answer calls only. */
  readonly web: string | null | 'none';
  /** Folder of the web application's own texts, by language. */
  readonly webLocales: string | null;
  /** DSN of a Sentry-compatible service that gets every fault instead of the own intake. */
  readonly errorsDsn: string | null;
  /** Proxies whose forwarding headers are believed, as `trustedProxies` reads them; none unless given. */
  readonly trustProxy?: string | null;
  /** The origin by which browsers reach the application: `https://desk.example.com`. */
  readonly publicUrl?: string | null;
  /** Addresses of the inside network that outgoing calls may reach, as `allowedInside` reads them; none unless given. */
  readonly callsInside?: string | null;
  /** Where mail is handed over, as `readSmtp` reads it; null: mail is not sent. */
  readonly smtp?: string | null;
  /** A command that looks at each file, and its seconds, as `readFileCheck` reads them; null: files are not checked. */
  readonly fileCheck?: string | null;
  readonly fileCheckSeconds?: string | null;
  /** The server of map tiles and to whom credit is due, as `readTiles` reads them; null: no server is named. */
  readonly tiles?: string | null;
  readonly tilesCredit?: string | null;
  /** Takes lines for the operator. */
  readonly log: (line: string) => void;
  /** Told what a migration of stored data is about to do. */
  readonly begins?: (changes: readonly Change[]) => void;
  /**
   * Begins the process again, told what was done: after a start has loaded many rows, before it answers, since such a process never
   * gives back all that this took. The next one finds nothing to load.
   */
  readonly beginAnew?: (done: Pick<Running, 'migration' | 'data'>) => never;
  readonly clock?: Clock;
  /** Stands for the content of the program; with it the compiled specification is kept beside the data for the next start. */
  readonly program?: string;
}

/** A server that answers. */
export interface Running {
  /** Where it answers, `http://127.0.0.1:4900`. */
  readonly address: string;
  readonly application: ServedApplication;
  /** What was found in the specification; no errors, since it runs. */
  readonly issues: readonly Issue[];
  /** What was done to bring stored data to the specification. */
  readonly migration: MigrationReport;
  /** What was loaded of the data files. */
  readonly data: LoadReport;
  /** The one-time link for the first administrator, while no account can sign in. */
  readonly setupLink: string | null;
  readonly demoAccounts: Awaited<ReturnType<Service['records']['demoAccounts']>>;
  /** Secrets that calls of the specification need and nobody has set. */
  readonly missingSecrets: readonly string[];
  /** What stands for these in a demonstration; null: it is none. */
  readonly demoSecret: string | null;
  /** Where the receiver of a demonstration shows the calls that it has been sent; null: there is none. */
  readonly standIn: string | null;
  /** The web application is in this folder now; null: it could not be built. */
  webBuilt(dist: string | null): void;
  /** Resolves where the stored data has come to follow another specification: nothing is answered any more, and the server has to end. */
  readonly superseded: Promise<void>;
  /** Answers what has been asked, then ends. */
  readonly close: StopServer;
}

/**
 * Runs the specification in a folder. Throws `BrokenSpecification` with what is wrong in it, `MigrationRefused` with
 * what stored data would lose, and `StartFailure` with one sentence for everything else that a person can put right.
 */
export async function startServer(settings: ServerSettings): Promise<Running> {
  refuseOpenDemo(settings);
  const elsewhere = elsewhereOf(settings.errorsDsn);
  const placed = placedAt(settings);
  allowedInside(settings.callsInside ?? null);
  const smtp = smtpOf(settings);
  const fileCheck = fileCheckOf(settings);
  const { application, issues } = await loadServed(settings.folder, cacheOf(settings));
  if (!application) throw new BrokenSpecification(issues);
  const clock = settings.clock ?? systemClock;
  const place = placeNamed(settings, application.model.name, settings.folder);
  const files = await openFiles(place, settings.log);
  const attached = { folder: settings.folder, fileCheck };
  const adopting = { ...settings, now: clock(), goBack: false, serves: true, attached } as const;
  const { database, migration, data } = await openData(place, application, adopting, settings.log);
  if (settings.beginAnew !== undefined && written(data) >= MANY_ROWS) {
    await database.close();
    settings.beginAnew({ migration, data });
  }
  try {
    await useFiles(database, files);
    const service = await createService({
      ...{ ...settings, application, issues, database, clock, elsewhere, placed, smtp, fileCheck },
      ...{
        files,
        filesFolder: filesOf(place),
        take: takeOf(place, { attached, clock }, settings.log),
        secrets: createSecrets(secretsFile(place.data)),
      },
    });
    const app = await createServer(service);
    const stop = createStopServer(app, service);
    await service.followUse('start');
    const address = await listen(app, settings);
    const standIn = await standInOf(service);
    const parts = callParts(settings, service, standIn);
    const reached = placed.publicUrl?.origin ?? address;
    const endOwnWork = keepOwnWork({ db: database, clock, log: settings.log }, service, reached);
    const endCalls = keepCalls(parts, service.callAlarm);
    const endEvents = keepEvents(eventParts(settings, service, database), service.eventAlarm);
    const endHeldFiles = keepHeldFiles(service.uploads, settings.log);
    const endIndexes = keepIndexes(service.followUse, settings.log);
    const { token } = service.setup;
    return {
      address,
      application,
      issues,
      migration,
      data,
      setupLink: token === null ? null : `${reached}/_/setup/${token}`,
      missingSecrets: secretsNamed(application.model).filter((name) => parts.secrets.get(name) === null),
      demoSecret: settings.demo ? DEMO_SECRET : null,
      standIn: standIn?.address ?? null,
      demoAccounts: settings.demo ? await service.records.demoAccounts() : [],
      webBuilt: (dist) => service.web.built(dist),
      superseded: service.standing.superseded,
      close: async (times) => {
        await stop(times);
        await endOwnWork();
        await endEvents();
        await endCalls();
        await standIn?.close();
        await endHeldFiles();
        await endIndexes();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** To load as many takes memory that a process does not give back. */
const MANY_ROWS = 1000;

function written({ created, updated, events }: LoadReport): number {
  return created + updated + events;
}

/** What makes the calls to other systems. */
function callParts(
  { log }: ServerSettings,
  { records: { calls, subscriptions }, holderOf, application: { model }, clock, secrets, callsInside }: Service,
  standIn: StandIn | null,
): CallParts {
  const bounds = { allowed: callsInside, ...(standIn && { standsFor: standIn.standsFor }) };
  const subscribers = { holderOf, secretOf: subscriptions.secretOf };
  return { calls, model, subscribers, clock, log, bounds, secrets };
}

/** What makes messages of what happens to records. */
function eventParts(
  { log }: ServerSettings,
  { records: { subscriptions }, holderOf }: Service,
  { follow }: Database,
): EventParts {
  return { subscriptions, holderOf, follow, log };
}

/** What stands in a demonstration for the systems that its calls name. */
async function standInOf({ application: { model }, demo }: Service): Promise<StandIn | null> {
  if (!demo || Object.keys(model.calls.out).length === 0) return null;
  const { startStandIn } = await import('../calls/stand-in.ts');
  return startStandIn();
}

function cacheOf({ program, data }: ServerSettings): CompiledCache | null {
  return program === undefined ? null : { program, folder: join(data ?? ALL_DATA, 'compiled') };
}

/** One-click sign-in is for this machine only. */
export function refuseOpenDemo({ demo, host, ...settings }: ServerSettings): void {
  const open = [host, placedAt(settings).publicUrl?.hostname ?? host].find((name) => !isLoopback(name));
  if (demo && open !== undefined) throw new StartFailure('open_demo', { host: open });
}

/** Where people reach the server, and which proxies are believed. */
export function placedAt(settings: Pick<ServerSettings, 'trustProxy' | 'publicUrl'>): Placed {
  return { trusted: trustedProxies(settings.trustProxy ?? null), publicUrl: publicUrl(settings.publicUrl ?? null) };
}

/** Where faults are sent instead of the own list. */
export function elsewhereOf(dsn: string | null): Dsn | null {
  if (dsn === null) return null;
  const parsed = parseDsn(dsn);
  if (!parsed) throw new StartFailure('errors_dsn');
  return parsed;
}

/** How mail is handed over; null: it is not. */
export function smtpOf({ smtp }: Pick<ServerSettings, 'smtp'>): SmtpSetting | null {
  return smtp === undefined || smtp === null ? null : readSmtp(smtp);
}

/** What looks at files; null: nothing does. */
export function fileCheckOf(settings: Pick<ServerSettings, 'fileCheck' | 'fileCheckSeconds'>): FileCheck | null {
  const { fileCheck, fileCheckSeconds = null } = settings;
  return typeof fileCheck === 'string' ? createFileCheck(readFileCheck(fileCheck, fileCheckSeconds)) : null;
}

type App = Awaited<ReturnType<typeof createServer>>;

async function listen(app: App, { host, port }: ServerSettings): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    throw listenFailure(cause, host, port);
  }
  const bound = app.server.address();
  const taken = typeof bound === 'object' && bound ? bound.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(taken)}`;
}

/** Why a server cannot listen. */
export function listenFailure(cause: unknown, host: string, port: number): StartFailure {
  const code = thrownPart(cause, 'code');
  const place = { host, port: String(port) };
  if (code === 'EADDRINUSE') return new StartFailure('port_taken', place, cause);
  if (code === 'EACCES') return new StartFailure('port_forbidden', place, cause);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartFailure('no_address', place, cause);
  return new StartFailure('cannot_listen', { ...place, reason: String(thrownPart(cause, 'message')) }, cause);
}
