import { resolve } from 'node:path';
import type { Application } from '@ninefold/spec';
import { openToRestore, OWN_TABLES, RUNTIME_TABLES, type DataPlace } from '../start/open-data.ts';
import { StartFailure } from '../start/start-failure.ts';
import type { Writer } from '../storage/database.ts';
import { MigrationRefused } from '../storage/schema/migration-refused.ts';
import { migrateIn } from '../storage/schema/migrate.ts';
import { loadArchive } from './load-archive.ts';
import { readArchive, type ReadArchive } from './read-archive.ts';
import { dropStored, isEmpty } from './stored-tables.ts';

/** How a backup is restored. */
export interface RestoreOptions {
  /** Takes away what is stored there now. */
  readonly replace: boolean;
  /** What is restored is brought to this specification where nothing would be lost; null: a start does that. */
  readonly application: Application | null;
  /** RFC 3339 UTC. */
  readonly now: string;
  readonly log: (line: string) => void;
}

/** A backup that was restored. */
export interface Restored extends ReadArchive {
  /** Whether it stands as the specification wants it; where not, a migration waits for consent. */
  readonly fits: boolean;
}

/**
 * Puts what a backup holds in the place of what is stored, all of it or nothing: in one transaction, read back and compared
 * before it counts. The file is read to its end before anything is touched. Throws a `StartFailure` where something is
 * stored and `replace` was not said, a server uses the file, or the backup is damaged.
 */
export async function restore(place: DataPlace, from: string, options: RestoreOptions): Promise<Restored> {
  const file = resolve(from);
  await readArchive(file);
  const database = await openToRestore(place, options.log);
  try {
    return await database.alone(async (tx) => {
      if (!options.replace && !(await isEmpty(tx))) throw new StartFailure('restore_not_empty');
      await dropStored(tx, RUNTIME_TABLES);
      const read = await loadArchive(tx, file);
      await tx.run(`DELETE FROM "_meta" WHERE "key" IN ('target', 'foundation')`, []); // what an archive does not hold
      return { ...read, fits: await adopted(tx, options) };
    });
  } catch (cause) {
    if (database.dialect.violation(cause)?.kind !== 'reference') throw cause;
    throw new StartFailure('backup_damaged', { file }, cause);
  } finally {
    await database.close();
  }
}

async function adopted(tx: Writer, { application, now }: RestoreOptions): Promise<boolean> {
  if (application === null) return true;
  try {
    await tx.attempt(() => migrateIn(tx, application.model, OWN_TABLES, { former: application.former, now }));
    return true;
  } catch (error) {
    if (error instanceof MigrationRefused) return false;
    throw error;
  }
}
