import { optionLabelOf } from '../../locales/option-labels.ts';
import { limitValues, memoized, rightsFor, scopeAt, type ImportAnswer, type Model } from '@ninefold/model';
import type { Application } from '@ninefold/spec';
import { createFollowUser } from '../../accounts/follow-user.ts';
import { createAuditLog } from '../../audit/audit-log.ts';
import { findLimitRecords, withLimitRecords } from '../../data/rows/limit-records.ts';
import { createErrorTexts, type ErrorTexts } from '../../locales/error-texts.ts';
import { createLimitsNow } from '../../limits/limits-now.ts';
import { readShippedTexts } from '../../locales/shipped-texts.ts';
import type { Clock } from '../../clock.ts';
import { entityOf } from '../../records/context/context.ts';
import { withRoles } from '../../records/context/forbidden.ts';
import { createRecords } from '../../records/create-records.ts';
import type { Refusal } from '../../refusal.ts';
import type { Caller, Records } from '../../records/context/records.ts';
import type { ArchiveGround } from '../../exchange/writing/archive.ts';
import type { Database } from '../../storage/database/database.ts';
import { hashIn } from '../../uploads/uploads.ts';
import { openFitting } from '../open-data.ts';
import { openFiles, refuseFilesElsewhere } from '../open-files.ts';
import type { DataPlace } from '../open-place.ts';
import { StartFailure } from '../../start-failure.ts';
import { exportFile, type ExportFile } from '../../exchange/export-file.ts';
import { importFile, type ImportFormat } from '../../exchange/import-file.ts';
import { notingReasons, rejectsOf } from '../../exchange/rejects.ts';
import { tellingProblems } from '../../exchange/sentences.ts';
import type { ImportOptions } from '../../records/context/import-source.ts';

/** Records without a server, as one person may read and write them. */
export interface DirectRecords {
  /** `query`: the parameters of a list, and `format`. */
  export(entity: string, query: URLSearchParams): Promise<ExportFile>;
  /** With `rejects` also the rows that failed as a file. */
  import(
    entity: string,
    from: FileToImport,
    options: ImportOptions & { readonly rejects?: boolean },
  ): Promise<ImportAnswer>;
  /** A sentence for an id of the catalogue. */
  readonly errorTexts: ErrorTexts;
  /** The parameters of a refusal, with the ids of the roles that have the missing right (`roles`). */
  told(refusal: Refusal): Refusal['params'];
  close(): Promise<void>;
}

/** A file on this machine. */
export interface FileToImport {
  readonly file: string;
  readonly format: ImportFormat;
  readonly columns: readonly string[] | null;
}

/** The person who asks, and how. */
export interface DirectAccess {
  /** The e-mail address of an active user. */
  readonly email: string;
  readonly language: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/**
 * Opens what is stored in the name of one person, while servers may use it. Throws a `StartFailure` where nothing is stored,
 * it does not fit the specification, or nobody active has that address. Calls throw `Refusal`.
 */
export async function openDirectRecords(
  place: DataPlace,
  application: Application,
  { email, language, clock, log }: DirectAccess,
): Promise<DirectRecords> {
  const database = await openFitting(place, application, clock(), log);
  try {
    const named = { model: application.model, dialect: database.dialect };
    const limits = await findLimitRecords(database.read, named, scopeAt(named.model, clock()));
    const model = withLimitRecords(application.model, limits);
    const audit = createAuditLog(database, model, clock);
    const records = createRecords(database, model, clock, {
      followUser: createFollowUser(audit),
      optionLabel: optionLabelOf(application),
      limitsNow: createLimitsNow(database, model),
    });
    const caller = await callerNamed(records, model, email);
    const errorTexts = createErrorTexts(application, readShippedTexts(null));
    const content = contentsOf(place, database, log);
    return {
      export: (entity, query) =>
        exportFile({ records, application, now: clock(), content }, caller, {
          entityId: entity,
          query,
          language,
        }),
      import: async (id, from, options) => {
        const entity = entityOf({ model }, id);
        const asked = {
          ...from,
          ways: { dates: null, decimals: null },
          application,
          entity,
          rights: caller.rights,
          language,
          now: clock(),
        };
        const tell = tellingProblems(application, entity, { language, errorTexts });
        const most = options.rejects === true ? Number(limitValues(model)['import_rejects']) : 0;
        const { source, reasons } = notingReasons(await importFile(asked), most, tell);
        const done = await records.import(caller, id, { source, options });
        const problems = done.problems.map(tell);
        return { ...done, problems, rejects: await rejectsOf(asked, reasons) };
      },
      errorTexts,
      told: (refusal) => withRoles(model, refusal),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Reads the contents of files in the store of this place, which is opened for the first of them. */
function contentsOf(place: DataPlace, database: Database, log: (line: string) => void): ArchiveGround['content'] {
  const opened = memoized(async () => {
    const store = await openFiles(place, log);
    await refuseFilesElsewhere(database.read, store);
    return store;
  });
  return async ({ id }) => {
    const hash = await hashIn(database, id);
    return hash === null ? null : (await opened(null)).read(hash, null);
  };
}

async function callerNamed(records: Records, model: Model, email: string): Promise<Caller> {
  const id = await records.userByEmail(email);
  const me = id === null ? null : await records.me(id);
  if (!me) throw new StartFailure('nobody_named', { email });
  return { me, rights: rightsFor(model, me.roles), via: 'call', usersWith: await records.usersWith() };
}
