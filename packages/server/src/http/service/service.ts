import type { Issue } from '@ninefold/spec';
import type { ServedApplication } from '../../specification/served.ts';
import type { CredentialStore } from '../../accounts/credential-store.ts';
import type { ViewStore } from '../../list-views/view-store.ts';
import type { DeputyStore } from '../../accounts/deputy-store.ts';
import type { Setup } from '../../accounts/first-administrator.ts';
import type { InvitationStore } from '../../accounts/invitation-store.ts';
import type { AccountTries } from '../../accounts/account-tries.ts';
import type { Passwords } from '../../accounts/passwords.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Tries } from '../../accounts/tries.ts';
import type { SampleData } from '../../data/sample-data.ts';
import type { Dsn } from '../../intake/dsn.ts';
import type { Tiles } from './tiles.ts';
import type { FaultStore } from '../../intake/fault-store.ts';
import type { Reporter } from '../../intake/reporter.ts';
import type { ErrorTexts } from '../../locales/error-texts.ts';
import type { NotificationTexts } from '../../locales/notification-texts.ts';
import type { TitleTexts } from '../../locales/title-texts.ts';
import type { LocaleFiles } from '../../locales/locale-files.ts';
import type { Limits } from '../../limits/limits.ts';
import type { Live } from '../../live/live.ts';
import type { createSharedRates } from '../../intake/shared-rates.ts';
import type { Alarm } from '../../jobs/alarm.ts';
import type { FileStore } from '../../uploads/file-store.ts';
import type { Previews } from '../../uploads/previews.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import type { AllowedInside } from '../../calls/inside-addresses.ts';
import type { Rates } from '../../calls/rates.ts';
import type { Secrets } from '../../calls/secrets.ts';
import type { Mailing } from '../../mail/mailing.ts';
import type { Presence } from '../../presence/presence.ts';
import type { Clock } from '../../clock.ts';
import type { KeyStore } from '../../sessions/key-store.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import type { IndexFollower } from '../../storage/indexes/follow-use.ts';
import type { Indexes } from '../../storage/indexes/index-entry.ts';
import type { HolderOf } from '../../records/context/subscriptions.ts';
import type { Records } from '../../records/context/records.ts';
import type { Callers } from '../../sessions/callers.ts';
import type { SessionStore } from '../../sessions/session-store.ts';
import type { BuiltWeb } from './built-web.ts';
import type { Standing } from './standing.ts';
import type { Site } from './site.ts';

/** Everything from which one running application makes its answers. */
export interface Service {
  readonly application: ServedApplication;
  /** What the checker found in the specification; no errors, or it would not run. */
  readonly issues: readonly Issue[];
  readonly records: Records;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  readonly deputies: DeputyStore;
  readonly limits: Limits;
  readonly listViews: ViewStore;
  readonly callers: Callers;
  readonly credentials: CredentialStore;
  readonly invitations: InvitationStore;
  readonly tries: Tries;
  readonly accountTries: AccountTries;
  readonly passwords: Passwords;
  readonly audit: AuditLog;
  readonly setup: Setup;
  readonly sampleData: SampleData;
  readonly faults: FaultStore;
  readonly reporter: Reporter;
  readonly errorTexts: ErrorTexts;
  readonly titleTexts: TitleTexts;
  readonly notificationTexts: NotificationTexts;
  readonly localeFiles: LocaleFiles;
  readonly web: BuiltWeb;
  readonly site: Site;
  /** Counts what the intake is sent, for all servers on the database. */
  readonly rates: ReturnType<typeof createSharedRates>;
  readonly presence: Presence;
  readonly uploads: Uploads;
  readonly previews: Previews;
  /** The contents of the files of records. */
  readonly files: FileStore;
  readonly live: Live;
  readonly indexes: Indexes;
  /** The kind of database. */
  readonly engine: Dialect['id'];
  /** One round of the indexes that follow use. */
  readonly followUse: IndexFollower['round'];
  /** Rings when a timer is due that was planned here. */
  readonly alarm: Alarm;
  /** Rings when a call to another system is due that was queued here. */
  readonly callAlarm: Alarm;
  /** Rings when a program has asked here to be told of something. */
  readonly eventAlarm: Alarm;
  /** Who calls by the key with an id now. */
  readonly holderOf: HolderOf;
  /** The secrets of this installation, by which other systems prove who they are. */
  readonly secrets: Secrets;
  /** What is found beside, since secrets of calls are not set now; nothing in a demonstration, where one stands for all. */
  readonly unset: () => readonly Issue[];
  /** The addresses of the inside network to which messages and calls may be sent. */
  readonly callsInside: AllowedInside;
  /** Counts incoming calls. */
  readonly inRates: Rates;
  readonly mailing: Mailing;
  /** Rings when mail is due that was written here. */
  readonly mailAlarm: Alarm;
  readonly standing: Standing;
  readonly clock: Clock;
  readonly demo: boolean;
  /** The service that gets every fault instead of our own intake. */
  readonly elsewhere: Dsn | null;
  /** The server of map tiles; null: the operator names none. */
  readonly tiles: Tiles | null;
}
