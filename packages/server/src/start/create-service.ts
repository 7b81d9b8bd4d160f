import { optionLabelOf } from '../locales/option-labels.ts';
import { join } from 'node:path';
import { runtimeLimit, scopeAt, type Model } from '@ninefold/model';
import type { Issue } from '@ninefold/spec';
import type { ServedApplication } from '../specification/served.ts';
import { createCredentialStore } from '../accounts/credential-store.ts';
import { createSetup } from '../accounts/first-administrator.ts';
import { createInvitationStore } from '../accounts/invitation-store.ts';
import { createSecretKeeper } from '../accounts/secret-keeper.ts';
import { signInTries } from '../accounts/account-tries.ts';
import { createFollowUser } from '../accounts/follow-user.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { createTries } from '../accounts/tries.ts';
import { createAuditLog } from '../audit/audit-log.ts';
import { findLimitRecords, withLimitRecords } from '../data/rows/limit-records.ts';
import { createSampleData } from '../data/sample-data.ts';
import { createBuiltWeb } from '../http/service/built-web.ts';
import { readTiles } from '../http/service/tiles.ts';
import type { Service } from '../http/service/service.ts';
import { createStanding } from '../http/service/standing.ts';
import { createSite, type Placed } from '../http/service/site.ts';
import type { Dsn } from '../intake/dsn.ts';
import { createFaultStore } from '../intake/fault-store.ts';
import { createReporter } from '../intake/reporter.ts';
import { createErrorTexts } from '../locales/error-texts.ts';
import { createNotificationTexts } from '../locales/notification-texts.ts';
import { createTitleTexts } from '../locales/title-texts.ts';
import { createLocaleFiles } from '../locales/locale-files.ts';
import { readShippedTexts } from '../locales/shipped-texts.ts';
import { createKeyStore } from '../sessions/key-store.ts';
import type { Clock } from '../clock.ts';
import { createRecords } from '../records/create-records.ts';
import { createLimits } from '../limits/limits.ts';
import { createLimitsNow } from '../limits/limits-now.ts';
import { createAlarm } from '../jobs/alarm.ts';
import { createLive } from '../live/live.ts';
import { createSharedRates } from '../intake/shared-rates.ts';
import type { FileCheck } from '../uploads/file-check.ts';
import type { FileStore } from '../uploads/file-store.ts';
import { createPreviews } from '../uploads/previews.ts';
import type { TakeAttached } from '../uploads/take-attached.ts';
import { createUploads } from '../uploads/uploads.ts';
import { createMailing } from '../mail/mailing.ts';
import type { SmtpSetting } from '../mail/smtp-setting.ts';
import { createPresence } from '../presence/presence.ts';
import { allowedInside } from '../calls/inside-addresses.ts';
import { createRates } from '../calls/rates.ts';
import { foundUnset, type Secrets } from '../calls/secrets.ts';
import { createCallerOfKey, createCallers, createFindCallers, createHolderOf } from '../sessions/callers.ts';
import { createViewStore } from '../list-views/view-store.ts';
import { createDeputyStore } from '../accounts/deputy-store.ts';
import { createSessionStore } from '../sessions/session-store.ts';
import type { Database } from '../storage/database/database.ts';
import { createIndexFollower } from '../storage/indexes/follow-use.ts';
import { createIndexes } from '../storage/indexes/indexes.ts';

/** What a service is put together from. */
export interface ServiceParts {
  readonly application: ServedApplication;
  /** What the checker found in it. */
  readonly issues: readonly Issue[];
  readonly database: Database;
  readonly clock: Clock;
  readonly demo: boolean;
  /** The contents of files. */
  readonly files: FileStore;
  /** Looks at each file before anybody sees it; null: nothing does. */
  readonly fileCheck: FileCheck | null;
  /** Folder of the files that are arriving, and of previews. */
  readonly filesFolder: string;
  /** Takes in what cells of data files name as files; none can be loaded without it. */
  readonly take?: TakeAttached | null;
  /** Folder of the built web application; null while it is being built, `none` without one. */
  readonly web: string | null | 'none';
  /** Folder of the web application's own texts, or null. */
  readonly webLocales: string | null;
  readonly elsewhere: Dsn | null;
  /** The server of map tiles and to whom credit is due, as `readTiles` reads them; none unless given. */
  readonly tiles?: string | null | undefined;
  readonly tilesCredit?: string | null | undefined;
  /** The secrets of calls. */
  readonly secrets: Secrets;
  /** Addresses of the inside network that outgoing calls may reach, as `allowedInside` reads them; none unless given. */
  readonly callsInside?: string | null | undefined;
  /** How mail is handed over; null: it is not sent. */
  readonly smtp: SmtpSetting | null;
  readonly placed: Placed;
  /** The token of the one-time link that was told already. */
  readonly setupToken?: string | null;
  /** Takes lines for the operator: faults with their private cause. */
  readonly log: (line: string) => void;
}

/** The application with the records that its limits name. One that none or several records are meant by has no value. */
async function namingRecords({ application, database, clock, log }: ServiceParts): Promise<ServedApplication> {
  const { model } = application;
  const records = await findLimitRecords(database.read, { model, dialect: database.dialect }, scopeAt(model, clock()));
  for (const [key, record] of records) {
    const [id, named, to] = namedBy(model, key);
    if (record === null) log(`limits.${id}: "${named}" is the name of no ${to}, or of several. It has no value.`);
  }
  return records.size === 0 ? application : { ...application, model: withLimitRecords(model, records) };
}

/** A limit with the name that it has in the specification, and the entity of what it names. */
function namedBy({ limits }: Model, key: string): readonly [id: string, named: string, to: string] {
  const [id = key, day] = key.split(' ');
  const limit = limits[id];
  const named = day === undefined ? limit?.named : limit?.dated.find(({ from }) => from === day)?.named;
  return [id, named ?? '', limit?.to ?? ''];
}

/** Puts a service together over an opened database. */
export async function createService(parts: ServiceParts): Promise<Service> {
  const { database, clock, demo, elsewhere } = parts;
  const application = await namingRecords(parts);
  const { model } = application;
  const audit = createAuditLog(database, model, clock);
  const limitsNow = createLimitsNow(database, model);
  const follower = createIndexFollower({ db: database, model, clock });
  const passwords = createPasswords(model);
  const [alarm, callAlarm, mailAlarm] = [createAlarm(clock), createAlarm(clock), createAlarm(clock)];
  const records = createRecords(database, model, clock, {
    followUser: createFollowUser(audit),
    watch: follower.watch,
    timerPlanned: alarm.set,
    callQueued: callAlarm.set,
    sendsMail: parts.smtp !== null,
    mailPlanned: mailAlarm.set,
    optionLabel: optionLabelOf(application),
    limitsNow,
    secrets: createSecretKeeper({ db: database, clock }, model, passwords),
  });
  const previews = createPreviews(parts.files, join(parts.filesFolder, 'previews'));
  const sessions = createSessionStore(database, clock);
  const keys = createKeyStore(database, clock, model.timeZone);
  const credentials = createCredentialStore(database, clock);
  const faults = createFaultStore(database, clock);
  const shipped = readShippedTexts(parts.webLocales);
  const [titleTexts, notificationTexts] = [createTitleTexts(application), createNotificationTexts(application)];
  const callers = createCallers(createFindCallers(model, sessions, keys, records));
  const tries = signInPatience(parts, model);
  return {
    application,
    issues: parts.issues,
    records,
    sessions,
    keys,
    deputies: createDeputyStore(database, clock),
    limits: createLimits({ db: database, model, clock, limitsNow }),
    listViews: createViewStore(database, clock),
    callers,
    credentials,
    invitations: createInvitationStore(database, clock),
    tries,
    accountTries: signInTries(database, model, clock),
    passwords,
    audit,
    setup: await createSetup({ model, records, credentials, demo, before: parts.setupToken ?? null }),
    sampleData: createSampleData({ application, database, credentials, clock, take: parts.take ?? null }),
    faults,
    reporter: createReporter({ faults, elsewhere, log: parts.log }),
    errorTexts: createErrorTexts(application, shipped),
    titleTexts,
    notificationTexts,
    secrets: parts.secrets,
    unset: () => (demo ? [] : foundUnset(application, parts.secrets)),
    callsInside: allowedInside(parts.callsInside ?? null),
    inRates: createRates(clock),
    mailing: createMailing({ ...parts, db: database, application, records, notificationTexts, titleTexts }),
    mailAlarm,
    localeFiles: createLocaleFiles(application, shipped, demo),
    web: createBuiltWeb(parts.web),
    site: createSite(parts.placed, parts.log),
    rates: createSharedRates(database, clock),
    files: parts.files,
    uploads: createUploads({ ...parts, db: database, model, store: parts.files, previews }),
    previews,
    presence: createPresence(database, runtimeLimit(model, 'presence_seconds'), clock),
    live: feedOf(parts, model, { records, callers, sessions }),
    indexes: createIndexes({ db: database, model, clock }),
    engine: database.dialect.id,
    followUse: follower.round,
    alarm,
    callAlarm,
    eventAlarm: createAlarm(clock),
    holderOf: createHolderOf(keys, createCallerOfKey(model, records)),
    standing: createStanding(database.look),
    clock,
    ...{ demo, elsewhere, tiles: readTiles(parts) },
  };
}

/** What changes, told to the pages that are open. */
function feedOf(
  { database, log }: ServiceParts,
  model: Model,
  about: Pick<Service, 'records' | 'callers' | 'sessions'>,
): Service['live'] {
  return createLive({
    ...about,
    entities: Object.keys(model.entities),
    model: model.hash,
    follow: database.follow,
    look: database.look,
    most: runtimeLimit(model, 'live_connections'),
    mostOfOne: runtimeLimit(model, 'live_pages'),
    log,
  });
}

/** Counts the tries to sign in, of addresses and accounts. */
function signInPatience({ database, clock }: ServiceParts, model: ServedApplication['model']): Service['tries'] {
  return createTries(database, clock, {
    tries: runtimeLimit(model, 'sign_in_tries'),
    waitSeconds: runtimeLimit(model, 'sign_in_wait_seconds'),
  });
}
