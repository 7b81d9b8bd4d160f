import { rightsFor, type Model } from '@ninefold/model';
import type { Application } from '@ninefold/spec';
import { createErrorTexts, type ErrorTexts } from '../locales/error-texts.ts';
import { readShippedTexts } from '../locales/shipped-texts.ts';
import type { Clock } from '../records/clock.ts';
import { entityOf } from '../records/context.ts';
import { createRecords } from '../records/create-records.ts';
import type { Caller, Records } from '../records/records.ts';
import { openFitting, type DataPlace } from '../start/open-data.ts';
import { StartFailure } from '../start/start-failure.ts';
import { exportFile, type ExportFile } from './export-file.ts';
import { importFile, type ImportFormat } from './import-file.ts';
import type { Imported, ImportOptions } from '../records/writing/import-source.ts';

/** Records at hand without a server, as one person may read and write them. */
export interface RecordsAtHand {
  /** `query`: the parameters of a list, and `format`. */
  export(entity: string, query: URLSearchParams): Promise<ExportFile>;
  import(entity: string, from: FileToImport, options: ImportOptions): Promise<Imported>;
  /** A sentence for an id of the catalogue. */
  readonly errorTexts: ErrorTexts;
  close(): Promise<void>;
}

/** A file on this machine. */
export interface FileToImport {
  readonly file: string;
  readonly format: ImportFormat;
  readonly columns: readonly string[] | null;
}

/** Who asks, and how. */
export interface AtHand {
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
export async function openAtHand(
  place: DataPlace,
  application: Application,
  { email, language, clock, log }: AtHand,
): Promise<RecordsAtHand> {
  const { model } = application;
  const database = await openFitting(place, application, clock(), log);
  try {
    const records = createRecords(database, model, clock);
    const caller = await callerNamed(records, model, email);
    return {
      export: (entity, query) => exportFile({ records, model }, caller, entity, query, language),
      import: async (id, from, options) => {
        const entity = entityOf({ model }, id);
        const source = { ...from, application, entity, rights: caller.rights, language, now: clock() };
        return records.import(caller, id, await importFile(source), options);
      },
      errorTexts: createErrorTexts(application, readShippedTexts(null)),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function callerNamed(records: Records, model: Model, email: string): Promise<Caller> {
  const id = await records.userByEmail(email);
  const me = id === null ? null : await records.me(id);
  if (!me) throw new StartFailure('nobody_named', { email });
  return { me, rights: rightsFor(model, me.roles), via: 'call', usersWith: await records.usersWith() };
}
