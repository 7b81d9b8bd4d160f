import type { FastifyInstance } from 'fastify';
import { compile, type SourceFile } from '@ninefold/spec';
import { hashPassword } from '../accounts/password.ts';
import { createServer } from '../http/create-server.ts';
import type { Service } from '../http/service/service.ts';
import { createSecrets, secretsFile } from '../calls/secrets.ts';
import { parseDsn } from '../intake/dsn.ts';
import { createService } from '../start/create-service.ts';
import { openData, takeOf } from '../start/open-data.ts';
import { openFiles, useFiles } from '../start/open-files.ts';
import { filesOf, type DataPlace } from '../start/open-place.ts';
import { fileCheckOf, placedAt, smtpOf } from '../start/start-server.ts';
import type { Database } from '../storage/database/database.ts';
import { DESK } from './specification.ts';
import { testPlace, type TestPlace } from './test-database.ts';
import { createBrowser, type Browser } from './browser.ts';

/** A running application for tests, over a real database in a folder of its own. */
export interface Desk {
  readonly app: FastifyInstance;
  readonly service: Service;
  readonly database: Database;
  /** Where its data lies. */
  readonly place: DataPlace;
  /** What the server wrote for its operator. */
  readonly log: readonly string[];
  /** Moves the server's clock. */
  wait(ms: number): void;
  browser(): Browser;
  /** A browser in which this user is signed in. */
  signedIn(email: string): Promise<Browser>;
  close(): Promise<void>;
}

/** The password of every account below. */
export const PASSWORD = 'correct horse battery';
const ACCOUNTS = [
  ['Ada Writer', 'ada@example.com', []],
  ['Bo Writer', 'bo@example.com', []],
  ['Cleo Boss', 'cleo@example.com', ['boss']],
  ['Dan Admin', 'dan@example.com', ['administrator']],
] as const;

const PAGES = [
  ['handbook', 'en', '# Handbook'],
  ['handbook', 'ja', '# 手引き'],
  ['house', 'en', '# House rules'],
  ['house', 'ja', '# 社内規則'],
];

interface DeskOptions {
  readonly accounts?: boolean;
  readonly demo?: boolean;
  readonly web?: string | null | 'none';
  readonly elsewhere?: string;
  readonly trustProxy?: string;
  readonly publicUrl?: string;
  /** Where mail is handed over. */
  readonly smtp?: string;
  /** A command that looks at files, and its seconds. */
  readonly fileCheck?: string;
  readonly fileCheckSeconds?: string;
  /** Addresses of the inside network that may be called. */
  readonly callsInside?: string;
  /** Files of another specification than the small one of the tests. */
  readonly files?: readonly SourceFile[];
  /** Where the files lie that cells of data files name. */
  readonly folder?: string;
  /** Where its data lies already; removed when it is closed. */
  readonly place?: TestPlace;
  /** Names of what may be lost. */
  readonly acceptLoss?: readonly string[];
}

/** Starts the small application of the tests. */
export async function startDesk(options: DeskOptions = {}): Promise<Desk> {
  const place = options.place ?? (await testPlace());
  let now = Date.parse('2026-03-05T09:00:00.000Z');
  const clock = (): string => new Date(now).toISOString();
  const pages = PAGES.map(([page, language, text]) => ({
    path: `locales/pages/${page}.${language}.md`,
    text: `${text}\n`,
  }));
  const { application, issues } = compile(options.files ?? [{ path: 'app.yaml', text: DESK }, ...pages]);
  if (!application) throw new Error(JSON.stringify(issues));
  const demo = options.demo ?? false;
  const log: string[] = [];
  const { acceptLoss = [], folder } = options;
  const fileCheck = fileCheckOf(options);
  const attached = folder === undefined ? {} : { attached: { folder, fileCheck } };
  const adopting = { demo, now: clock(), acceptLoss, ...attached };
  const { database } = await openData(place, application, adopting, (line) => log.push(line));
  const files = await openFiles(place, (line) => void log.push(line));
  await useFiles(database, files);
  const service = await createService({
    application,
    issues,
    database,
    clock,
    demo,
    files,
    filesFolder: filesOf(place),
    secrets: createSecrets(secretsFile(place.data)),
    callsInside: options.callsInside ?? null,
    web: options.web === undefined ? 'none' : options.web,
    webLocales: null,
    elsewhere: options.elsewhere === undefined ? null : parseDsn(options.elsewhere),
    placed: placedAt(options),
    smtp: smtpOf(options),
    fileCheck,
    take: takeOf(place, { ...attached, clock }, (line) => void log.push(line)),
    log: (line) => log.push(line),
  });
  if (options.accounts !== false) await addAccounts(service);
  const app = await createServer(service);
  const browser = (): Browser => createBrowser(app, application.model.name);
  return {
    app,
    service,
    database,
    place,
    log,
    wait: (ms) => (now += ms),
    browser,
    signedIn: async (email) => {
      const signedIn = browser();
      await signedIn.signIn(email, PASSWORD);
      return signedIn;
    },
    close: async () => {
      await app.close();
      await database.close();
      await place.remove();
    },
  };
}

let hashed: Promise<string> | null = null;

async function addAccounts({ records, credentials }: Service): Promise<void> {
  hashed ??= hashPassword(PASSWORD);
  for (const [name, email, roles] of ACCOUNTS) {
    const user = await records.addUser({ name, email, language: null, roles });
    await credentials.set(user, await hashed);
  }
}
