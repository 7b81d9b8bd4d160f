import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Application, Issue, SourceFile } from '@ninefold/spec';
import { isLoopback } from '../accounts/demo-sign-in.ts';
import { DataConflicts } from '../data/rows/data-conflict.ts';
import type { LoadReport } from '../data/load-data.ts';
import { createBuiltWeb } from '../http/service/built-web.ts';
import type { Service } from '../http/service/service.ts';
import { specificationFiles } from '../specification/load-specification.ts';
import { StartFailure } from '../start-failure.ts';
import { placedAt, refuseOpenDemo, type ServerSettings } from '../start/start-server.ts';
import type { Change } from '../storage/migration/changes/change.ts';
import { MigrationRefused } from '../storage/migration/changes/migration-refused.ts';
import { createAnnouncements, type Announcement } from './announcements.ts';
import { withDevClient } from './dev-pages.ts';
import { openDevListener } from './dev-listener.ts';
import { createVersions, type Version, type Versions } from './versions.ts';

/** Why a specification is not served: the errors in it, or why the data cannot be migrated. */
export type DevTrouble =
  | { readonly issues: readonly Issue[] }
  | { readonly changes: readonly Change[] }
  | { readonly failure: StartFailure };

/** How an application is run that follows its files. */
export interface DevSettings extends ServerSettings {
  /** The errors in words, by language, for the page; `served` tells whether an older version is. */
  readonly describe: (trouble: DevTrouble, served: boolean) => NonNullable<Announcement['trouble']>;
}

/** What is served after the files were read: the newest version, or the last good one beside what is wrong. */
export interface DevState {
  readonly application: Application | null;
  readonly issues: readonly Issue[];
  readonly trouble: DevTrouble | null;
  /** False where the files have not changed. */
  readonly changed: boolean;
  /** What was loaded of the data files with these files; null where nothing was. */
  readonly data: Pick<LoadReport, 'rows' | 'conflicts'> | null;
  readonly setupLink: string | null;
  readonly demoAccounts: Awaited<ReturnType<Service['records']['demoAccounts']>>;
}

/** A server that follows its specification. */
export interface DevServer {
  readonly address: string;
  /** Reads the files again and serves the new version; sessions, data and open connections stay. One call after the other. */
  refresh(): Promise<DevState>;
  /** Whether stored data that could not follow the files when they were read can follow them now, as after `migrate`; said once. */
  canFollow(): Promise<boolean>;
  webBuilt(dist: string | null): void;
  /** Whether the stored data has come to follow a specification that is not served: nothing is answered any more. */
  isSuperseded(): Promise<boolean>;
  close(): Promise<void>;
}

/** Listens, and serves nothing until the first `refresh`. Throws `StartFailure` where it cannot, and on an address that others reach. */
export async function startDevServer(settings: DevSettings): Promise<DevServer> {
  refuseOpenDemo(settings);
  if (!isLoopback(settings.host)) throw new StartFailure('open_dev', { host: settings.host });
  const announcements = createAnnouncements();
  const web = withDevClient(createBuiltWeb(settings.web));
  const versions: Versions = createVersions(settings, web, () => listener.address);
  const listener = await openDevListener(settings, announcements, () => versions.current()?.app ?? null);
  let queue: Promise<unknown> = Promise.resolve();
  let waiting: Application | null = null;
  let hasTried = false;
  return {
    address: listener.address,
    refresh() {
      const read = async (): Promise<DevState> => {
        const { issues, trouble, changed, data, waits } = await follow(settings.folder, versions);
        hasTried = hasTried && waits !== null && waits.model.hash === waiting?.model.hash;
        waiting = waits;
        const current = versions.current();
        const told = trouble === null ? null : settings.describe(trouble, current !== null);
        announcements.tell({ model: current?.application.model.hash ?? null, trouble: told });
        return {
          issues,
          trouble,
          changed,
          data,
          ...(await standing(current, settings.demo, placedAt(settings).publicUrl?.origin ?? listener.address)),
        };
      };
      const next = queue.then(read, read);
      queue = next;
      return next;
    },
    async canFollow() {
      if (waiting === null) return false;
      const outlook = await versions.preview(waiting);
      const stops = settings.dataFiles === 'stop' && outlook !== null && outlook.data.conflicts.length > 0;
      const fits = !stops && (outlook === null || outlook.changes.every(({ verdict }) => verdict !== 'open'));
      const isNews = fits && !hasTried;
      hasTried = fits;
      return isNews;
    },
    webBuilt: (dist) => web.built(dist),
    async isSuperseded() {
      await queue.catch(() => undefined); // a version that takes the place of another migrates the data first
      return versions.current()?.service.standing.trouble === 'other_specification';
    },
    async close() {
      announcements.close();
      await queue.catch(() => undefined);
      await listener.close();
      await versions.close();
    },
  };
}

interface Followed extends Pick<DevState, 'issues' | 'trouble' | 'changed' | 'data'> {
  /** What cannot be served as long as stored data is as it is. */
  readonly waits: Application | null;
}

/** Reads the folder and serves it, or reports why not. */
async function follow(folder: string, versions: Versions): Promise<Followed> {
  const nothing = { issues: [], trouble: null, changed: true, data: null, waits: null };
  let application: Application | null = null;
  try {
    const [{ compile }, files] = await Promise.all([import('@ninefold/spec'), settledFiles(folder)]);
    const loaded = compile(files);
    const { issues } = loaded;
    application = loaded.application;
    if (application === null)
      return { ...nothing, issues, trouble: { issues: issues.filter(({ severity }) => severity === 'error') } };
    const changed = application.model.hash !== versions.current()?.application.model.hash;
    const data = changed ? await versions.serve(application, issues) : null;
    return { ...nothing, issues, changed, data };
  } catch (error) {
    if (error instanceof MigrationRefused)
      return { ...nothing, trouble: { changes: error.changes }, waits: application };
    if (!(error instanceof StartFailure)) throw error;
    const isConflict = error.cause instanceof DataConflicts;
    return { ...nothing, trouble: { failure: error }, waits: isConflict ? application : null };
  }
}

/** A file that is being written is cut off, or empty, for less than this many milliseconds. */
const MOMENT_MS = 20;
const MOST_READS = 5;

/** The files of a folder in which somebody may be writing just now: what two reads a moment apart say alike. */
async function settledFiles(folder: string): Promise<readonly SourceFile[]> {
  let files = await specificationFiles(folder);
  for (let reads = 1; reads < MOST_READS; reads += 1) {
    await setTimeout(MOMENT_MS);
    const again = await specificationFiles(folder);
    if (isDeepStrictEqual(files, again)) break;
    files = again;
  }
  return files;
}

async function standing(
  current: Version | null,
  demo: boolean,
  address: string,
): Promise<Pick<DevState, 'application' | 'setupLink' | 'demoAccounts'>> {
  const token = current?.service.setup.token ?? null;
  return {
    application: current?.application ?? null,
    setupLink: token === null ? null : `${address}/_/setup/${token}`,
    demoAccounts: demo && current ? await current.service.records.demoAccounts() : [],
  };
}
