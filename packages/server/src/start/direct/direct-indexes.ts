import type { Application } from '@ninefold/spec';
import type { Clock } from '../../clock.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import type { Indexes } from '../../storage/indexes/index-entry.ts';
import { createIndexes } from '../../storage/indexes/indexes.ts';
import { openFitting } from '../open-data.ts';
import type { DataPlace } from '../open-place.ts';

/** Indexes without a server. */
export interface DirectIndexes {
  readonly indexes: Indexes;
  readonly engine: Dialect['id'];
  close(): Promise<void>;
}

/**
 * Opens the indexes of what is stored, while servers may use it. Throws a `StartFailure` where nothing is stored or it does not fit
 * the specification.
 */
export async function openDirectIndexes(
  place: DataPlace,
  application: Application,
  { clock, log }: { readonly clock: Clock; readonly log: (line: string) => void },
): Promise<DirectIndexes> {
  const database = await openFitting(place, application, clock(), log);
  return {
    indexes: createIndexes({ db: database, model: application.model, clock }),
    engine: database.dialect.id,
    close: () => database.close(),
  };
}
