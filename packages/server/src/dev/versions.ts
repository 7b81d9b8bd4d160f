import { createSecrets, secretsFile } from '../calls/secrets.ts';
import type { Application, Issue } from '@ninefold/spec';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../http/create-server.ts';
import type { BuiltWeb } from '../http/service/built-web.ts';
import type { Service } from '../http/service/service.ts';
import { systemClock } from '../clock.ts';
import type { LoadReport } from '../data/load-data.ts';
import { createService } from '../start/create-service.ts';
import {
  adoptModel,
  openData,
  previewData,
  previewIn,
  takeOf,
  type AdoptOptions,
  type DataOutlook,
  type OpenedData,
} from '../start/open-data.ts';
import { keepOwnWork } from '../start/keep-own-work.ts';
import { placeNamed } from '../start/place-named.ts';
import { openFiles, useFiles } from '../start/open-files.ts';
import { filesOf, type DataPlace } from '../start/open-place.ts';
import { elsewhereOf, placedAt, type ServerSettings } from '../start/start-server.ts';
import type { TakeAttached } from '../uploads/take-attached.ts';
import type { Database } from '../storage/database/database.ts';

/** One version of an application over its database. */
export interface Version {
  readonly application: Application;
  readonly app: FastifyInstance;
  readonly service: Service;
  /** Begins what the application does by itself. */
  readonly begin: () => void;
  /** Ends that, and waits for what is being done. */
  readonly rest: () => Promise<void>;
}

/** The version that is served, and how the next one takes its place. */
export interface Versions {
  current(): Version | null;
  /**
   * Answers what was loaded of the data files. Throws `MigrationRefused` or `StartFailure` where stored data conflicts; the
   * version before then continues.
   */
  serve(application: Application, issues: readonly Issue[]): Promise<LoadReport>;
  /** What serving it would do to stored data; null where nothing is stored. */
  preview(application: Application): Promise<DataOutlook | null>;
  close(): Promise<void>;
}

/** `address`: where people reach the server, once it listens. */
export function createVersions(settings: ServerSettings, web: BuiltWeb, address: () => string): Versions {
  const elsewhere = elsewhereOf(settings.errorsDsn);
  const placed = placedAt(settings);
  const clock = settings.clock ?? systemClock;
  const attached = { folder: settings.folder, fileCheck: null };
  let current: Version | null = null;
  let opened: { readonly place: string; readonly database: Database } | null = null;
  let leaving: Promise<void> = Promise.resolve();

  const optionsNow = (): AdoptOptions => ({ ...settings, now: clock(), serves: true, attached });
  const placeOf = ({ model }: Application): DataPlace => placeNamed(settings, model.name, settings.folder);
  const takeFor = (application: Application): TakeAttached | null =>
    takeOf(placeOf(application), { attached, clock }, settings.log);
  /** The database that is open, where this application has its data there; an application of another name has its own. */
  const openFor = (application: Application): Database | null =>
    opened?.place === JSON.stringify(placeOf(application)) ? opened.database : null;
  const open = async (application: Application): Promise<Omit<OpenedData, 'migration'>> => {
    const database = openFor(application);
    const take = takeFor(application);
    if (database !== null) return { database, ...(await adoptModel(database, application, optionsNow(), take)) };
    await leaving; // the name may be one of before, whose database is being closed
    return openData(placeOf(application), application, optionsNow(), settings.log);
  };
  const make = async (application: Application, issues: readonly Issue[], database: Database): Promise<Version> => {
    const setupToken = database === opened?.database ? (current?.service.setup.token ?? null) : null;
    const place = placeOf(application);
    const files = await openFiles(place, settings.log);
    await useFiles(database, files);
    const parts = {
      ...{ ...settings, application, issues, database, clock, elsewhere, placed, setupToken },
      ...{ files, filesFolder: filesOf(place), secrets: createSecrets(secretsFile(place.data)) },
      ...{ take: takeFor(application), fileCheck: null, smtp: null },
    };
    const service = { ...(await createService(parts)), web };
    const app = await createServer(service);
    await app.ready();
    const reached = placed.publicUrl?.origin ?? address();
    return {
      application,
      app,
      service,
      ...workOf(() => keepOwnWork({ db: database, clock, log: settings.log }, service, reached)),
    };
  };
  return {
    current: () => current,
    async serve(application, issues) {
      const { database, data } = await open(application);
      const isOther = database !== opened?.database;
      try {
        const before = { version: current, database: opened?.database };
        current = await make(application, issues, database);
        await before.version?.rest();
        current.begin();
        opened = { place: JSON.stringify(placeOf(application)), database };
        leaving = leave(before.version, isOther ? before.database : undefined);
      } catch (error) {
        if (isOther) await database.close();
        throw error;
      }
      return data;
    },
    preview: (application) => {
      const database = openFor(application);
      return database === null
        ? previewData(placeOf(application), application, optionsNow(), settings.log)
        : previewIn(database.read, application, optionsNow());
    },
    async close() {
      await leaving;
      await leave(current, opened?.database);
    },
  };
}

/** Work that begins when it is asked for; where it has begun, it can be ended. */
function workOf(keep: () => () => Promise<void>): Pick<Version, 'begin' | 'rest'> {
  let end: (() => Promise<void>) | null = null;
  return {
    begin: () => {
      end = keep();
    },
    rest: async () => {
      await end?.();
    },
  };
}

/** Ends a version that is no longer served, and its database where no other version uses it. */
async function leave(version: Version | null, database: Database | undefined): Promise<void> {
  await version?.rest();
  await version?.app.close();
  await database?.close();
}
