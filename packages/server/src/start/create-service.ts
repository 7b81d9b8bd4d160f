import { limitValues, type Wire } from '@ninefold/model';
import type { Issue } from '@ninefold/spec';
import type { ServedApplication } from '../specification/served.ts';
import { createCredentialStore } from '../accounts/credential-store.ts';
import { createSetup } from '../accounts/first-administrator.ts';
import { createInvitationStore } from '../accounts/invitation-store.ts';
import { createAccountTries } from '../accounts/account-tries.ts';
import { createTries } from '../accounts/tries.ts';
import { createSampleData } from '../data/sample-data.ts';
import { createBuiltWeb } from '../http/pages/built-web.ts';
import type { Service } from '../http/service.ts';
import type { Dsn } from '../intake/dsn.ts';
import { createFaultStore } from '../intake/fault-store.ts';
import { createReporter } from '../intake/reporter.ts';
import { createErrorTexts } from '../locales/error-texts.ts';
import { createLocaleFiles } from '../locales/locale-files.ts';
import { readShippedTexts } from '../locales/shipped-texts.ts';
import { createKeyStore } from '../keys/key-store.ts';
import type { Clock } from '../records/clock.ts';
import { createRecords } from '../records/create-records.ts';
import { createLive } from '../live/live.ts';
import { createSharedRates } from '../intake/shared-rates.ts';
import { createPresence } from '../presence/presence.ts';
import { createCallers } from '../sessions/callers.ts';
import { createFindCallers } from '../sessions/find-caller.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import type { Database } from '../storage/database.ts';

/** What a service is put together from. */
export interface ServiceParts {
  readonly application: ServedApplication;
  /** What the checker found in it. */
  readonly issues: readonly Issue[];
  readonly database: Database;
  readonly clock: Clock;
  readonly demo: boolean;
  /** Folder of the built web application; null while it is being built, `none` without one. */
  readonly web: string | null | 'none';
  /** Folder of the web application's own texts, or null. */
  readonly webLocales: string | null;
  readonly elsewhere: Dsn | null;
  /** Takes lines for the operator: faults with their private cause. */
  readonly log: (line: string) => void;
}

/** Puts a service together over an opened database. */
export async function createService(parts: ServiceParts): Promise<Service> {
  const { application, database, clock, demo, elsewhere } = parts;
  const { model } = application;
  const records = createRecords(database, model, clock);
  const sessions = createSessionStore(database, clock);
  const keys = createKeyStore(database, clock);
  const credentials = createCredentialStore(database, clock);
  const faults = createFaultStore(database, clock);
  const shipped = readShippedTexts(parts.webLocales);
  const limits = limitValues(model);
  const callers = createCallers(createFindCallers(model, sessions, keys, records));
  const tries = createTries(database, clock, {
    tries: positive(limits['sign_in_tries'], 5),
    waitSeconds: positive(limits['sign_in_wait_seconds'], 60),
  });
  return {
    application,
    issues: parts.issues,
    records,
    sessions,
    keys,
    callers,
    credentials,
    invitations: createInvitationStore(database, clock),
    tries,
    accountTries: createAccountTries(database, clock, {
      each: tries,
      all: createTries(database, clock, {
        tries: positive(limits['sign_in_account_tries'], 100),
        waitSeconds: positive(limits['sign_in_account_seconds'], 3600),
      }),
      knownDays: positive(limits['sign_in_known_days'], 30),
    }),
    setup: await createSetup({ model, records, credentials, wanted: !demo }),
    sampleData: createSampleData({ application, database, credentials, clock }),
    faults,
    reporter: createReporter({ faults, elsewhere, log: parts.log }),
    errorTexts: createErrorTexts(application, shipped),
    localeFiles: createLocaleFiles(application, shipped),
    web: createBuiltWeb(parts.web),
    rates: createSharedRates(database, clock),
    presence: createPresence(database, positive(limits['presence_seconds'], 15), clock),
    live: createLive({
      records,
      callers,
      entities: Object.keys(model.entities),
      sessions,
      follow: database.follow,
      most: positive(limits['live_connections'], 2000),
      log: parts.log,
    }),
    clock,
    demo,
    elsewhere,
  };
}

function positive(value: Wire | undefined, otherwise: number): number {
  const number = Number(value);
  return number > 0 ? number : otherwise;
}
