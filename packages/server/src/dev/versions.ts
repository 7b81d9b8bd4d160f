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
  type AdoptOptions,
  type DataOutlook,
  type OpenedData,
} from '../start/open-data.ts';
import type { DataPlace } from '../start/open-place.ts';
import { elsewhereOf, placedAt, type ServerSettings } from '../start/start-server.ts';
import type { Database } from '../storage/database/database.ts';

/** One version of an application over the one database. */
export interface Version {
  readonly application: Application;
  readonly app: FastifyInstance;
  readonly service: Service;
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

export function createVersions(settings: ServerSettings, web: BuiltWeb): Versions {
  const elsewhere = elsewhereOf(settings.errorsDsn);
  const placed = placedAt(settings);
  const clock = settings.clock ?? systemClock;
  let current: Version | null = null;
  let database: Database | null = null;

  const optionsNow = (): AdoptOptions => ({ ...settings, now: clock(), serves: true });
  const placeOf = ({ model }: Application): DataPlace => ({
    data: settings.data ?? `./.ninefold/${model.name}`,
    database: settings.database,
  });
  const open = async (application: Application): Promise<Omit<OpenedData, 'migration'>> => {
    if (database === null) return openData(placeOf(application), application, optionsNow(), settings.log);
    return { database, ...(await adoptModel(database, application, optionsNow())) };
  };
  return {
    current: () => current,
    async serve(application, issues) {
      const opened = await open(application);
      database = opened.database;
      const made = await createService({ ...settings, application, issues, database, clock, elsewhere, placed });
      const service = { ...made, web };
      const app = await createServer(service);
      await app.ready();
      const before = current;
      current = { application, app, service };
      void before?.app.close();
      return opened.data;
    },
    preview: (application) =>
      database === null
        ? previewData(placeOf(application), application, optionsNow(), settings.log)
        : previewIn(database.read, application, optionsNow()),
    async close() {
      await current?.app.close();
      await database?.close();
    },
  };
}
