import type { Application, Issue } from '@ninefold/spec';
import { isLoopback } from '../accounts/demo-door.ts';
import { createBuiltWeb } from '../http/pages/built-web.ts';
import type { Service } from '../http/service.ts';
import { loadSpecification } from '../specification/load-specification.ts';
import { StartFailure } from '../start/start-failure.ts';
import { refuseOpenDemo, type ServerSettings } from '../start/start-server.ts';
import type { Change } from '../storage/schema/migration/change.ts';
import { MigrationRefused } from '../storage/schema/migration-refused.ts';
import { createAnnouncements, type Announcement } from './announcements.ts';
import { withDevClient } from './dev-pages.ts';
import { openDoor } from './door.ts';
import { createVersions, type Version, type Versions } from './versions.ts';

/** What keeps a specification from being served: what is wrong in it, or why the data cannot follow it. */
export type DevTrouble =
  | { readonly issues: readonly Issue[] }
  | { readonly changes: readonly Change[] }
  | { readonly failure: StartFailure };

/** How an application is run that follows its files. */
export interface DevSettings extends ServerSettings {
  /** The trouble in words, by language, for the page; `served` tells whether an older version is. */
  readonly describe: (trouble: DevTrouble, served: boolean) => NonNullable<Announcement['trouble']>;
}

/** What is served after the files were read: the newest version, or the last good one beside what is wrong. */
export interface DevState {
  readonly application: Application | null;
  readonly issues: readonly Issue[];
  readonly trouble: DevTrouble | null;
  /** False where the files say what they said before. */
  readonly changed: boolean;
  readonly setupLink: string | null;
  readonly demoAccounts: Awaited<ReturnType<Service['records']['demoAccounts']>>;
}

/** A server that follows its specification. */
export interface DevServer {
  readonly address: string;
  /** Reads the files again and serves what they say now; sessions, data and open connections stay. One call after the other. */
  refresh(): Promise<DevState>;
  webBuilt(dist: string | null): void;
  close(): Promise<void>;
}

/** Listens, and serves nothing until the first `refresh`. Throws `StartFailure` where it cannot, and on an address that others reach. */
export async function startDevServer(settings: DevSettings): Promise<DevServer> {
  refuseOpenDemo(settings);
  if (!isLoopback(settings.host)) throw new StartFailure('open_dev', { host: settings.host });
  const announcements = createAnnouncements();
  const web = withDevClient(createBuiltWeb(settings.web));
  const versions = createVersions(settings, web);
  const door = await openDoor(settings, announcements, () => versions.current()?.app ?? null);
  let queue: Promise<unknown> = Promise.resolve();
  return {
    address: door.address,
    refresh() {
      const read = async (): Promise<DevState> => {
        const { issues, trouble, changed } = await follow(settings.folder, versions);
        const current = versions.current();
        const told = trouble === null ? null : settings.describe(trouble, current !== null);
        announcements.tell({ model: current?.application.model.hash ?? null, trouble: told });
        return { issues, trouble, changed, ...(await standing(current, settings.demo, door.address)) };
      };
      const next = queue.then(read, read);
      queue = next;
      return next;
    },
    webBuilt: (dist) => web.built(dist),
    async close() {
      announcements.close();
      await queue.catch(() => undefined);
      await door.close();
      await versions.close();
    },
  };
}

type Followed = Pick<DevState, 'issues' | 'trouble' | 'changed'>;

/** Reads the folder and serves what it says, or tells why not. */
async function follow(folder: string, versions: Versions): Promise<Followed> {
  try {
    const { application, issues } = await loadSpecification(folder);
    if (application === null)
      return { issues, trouble: { issues: issues.filter(({ severity }) => severity === 'error') }, changed: true };
    const changed = application.model.hash !== versions.current()?.application.model.hash;
    if (changed) await versions.serve(application, issues);
    return { issues, trouble: null, changed };
  } catch (error) {
    if (error instanceof MigrationRefused) return { issues: [], trouble: { changes: error.changes }, changed: true };
    if (error instanceof StartFailure) return { issues: [], trouble: { failure: error }, changed: true };
    throw error;
  }
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
