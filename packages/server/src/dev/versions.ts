import type { Application, Issue } from '@ninefold/spec';
import type { FastifyInstance } from 'fastify';
import { createServer } from '../http/create-server.ts';
import type { BuiltWeb } from '../http/pages/built-web.ts';
import type { Service } from '../http/service.ts';
import { systemClock } from '../records/clock.ts';
import { createService } from '../start/create-service.ts';
import { adoptModel, openData } from '../start/open-data.ts';
import { elsewhereOf, type ServerSettings } from '../start/start-server.ts';
import type { Database } from '../storage/database.ts';

/** One version of an application over the one database. */
export interface Version {
  readonly application: Application;
  readonly app: FastifyInstance;
  readonly service: Service;
}

/** The version that is served, and how the next one takes its place. */
export interface Versions {
  current(): Version | null;
  /** Throws `MigrationRefused` or `StartFailure` where stored data is in the way; the version before then goes on. */
  serve(application: Application, issues: readonly Issue[]): Promise<void>;
  close(): Promise<void>;
}

export function createVersions(settings: ServerSettings, web: BuiltWeb): Versions {
  const elsewhere = elsewhereOf(settings.errorsDsn);
  const clock = settings.clock ?? systemClock;
  let current: Version | null = null;
  let database: Database | null = null;

  const open = async (application: Application): Promise<Database> => {
    const { demo, acceptLoss } = settings;
    const options = { demo, acceptLoss, now: clock() };
    if (database === null) {
      const data = settings.data ?? `./.ninefold/${application.model.name}`;
      const opened = await openData({ data, database: settings.database }, application, options, settings.log);
      return opened.database;
    }
    await adoptModel(database, application, options);
    return database;
  };
  return {
    current: () => current,
    async serve(application, issues) {
      database = await open(application);
      const made = await createService({ ...settings, application, issues, database, clock, elsewhere });
      const service = { ...made, web };
      const app = await createServer(service);
      await app.ready();
      const before = current;
      current = { application, app, service };
      void before?.app.close();
    },
    async close() {
      await current?.app.close();
      await database?.close();
    },
  };
}
