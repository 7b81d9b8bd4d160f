import { resolve } from 'node:path';
import { addingTo, AUDIT_TABLE } from '../audit/audit-log.ts';
import type { Application } from '@ninefold/spec';
import { restoringInto } from './restore-contents.ts';
import { noteWhereFilesLie, openFiles } from '../start/open-files.ts';
import { filesOf, openToRestore, type DataPlace } from '../start/open-place.ts';
import { OWN_TABLES, RUNTIME_TABLES } from '../start/runtime-tables.ts';
import { StartFailure } from '../start-failure.ts';
import type { LoneWriter } from '../storage/database/database.ts';
import { takeBack } from '../storage/migration/halfway.ts';
import { storedEntities } from '../storage/migration/comparison/stored-entities.ts';
import { noteRestored } from '../storage/migration/fingerprint.ts';
import { MigrationRefused } from '../storage/migration/changes/migration-refused.ts';
import { migrateIn } from '../records/migrate.ts';
import { loadArchive } from './load-archive.ts';
import { readArchive, type ReadArchive } from './read-archive.ts';
import { dropStored, isEmpty } from './stored-tables.ts';

/** How a backup is restored. */
export interface RestoreOptions {
  /** Deletes what is stored there now. */
  readonly replace: boolean;
  /** The restored data is migrated to this specification where nothing would be lost; null: the next start does that. */
  readonly application: Application | null;
  /** RFC 3339 UTC. */
  readonly now: string;
  readonly log: (line: string) => void;
}

/** A backup that was restored. */
export interface Restored extends ReadArchive {
  /** Whether the data fits the specification; if not, a migration waits for consent. */
  readonly fits: boolean;
}

/**
 * Replaces the stored data by that of a backup, all of it or nothing: in one transaction, read back and compared
 * before it counts. The file is read to its end before anything is touched. Throws a `StartFailure` where something is
 * stored and `replace` was not said, what is stored is of another application, a server uses the file, or the backup is
 * damaged.
 */
export async function restore(place: DataPlace, from: string, options: RestoreOptions): Promise<Restored> {
  const file = resolve(from);
  await readArchive(file);
  const store = await openFiles(place, options.log);
  await store.look();
  const database = await openToRestore(place, options.log);
  try {
    return await database.alone(async (tx) => {
      if (!options.replace && !(await isEmpty(tx))) throw new StartFailure('restore_not_empty');
      await tx.stopWrites();
      if (!(await isEmpty(tx))) await takeBack(tx, (work) => work(tx));
      const replaced = await storedEntities(tx);
      await dropStored(tx, RUNTIME_TABLES);
      const read = await loadArchive(tx, file, restoringInto(store, filesOf(place)));
      refuseOther(replaced, await storedEntities(tx), options.application);
      await tx.run(`DELETE FROM "_meta" WHERE "key" IN ('target', 'foundation')`, []); // what an archive does not hold
      await noteWhereFilesLie(tx, store);
      const fits = await adopted(tx, options);
      await noteRestored(tx, options.now);
      await keepInLog(tx, read, options);
      return { ...read, fits };
    });
  } catch (cause) {
    if (database.dialect.violation(cause)?.kind !== 'reference') throw cause;
    throw new StartFailure('backup_damaged', { file }, cause);
  } finally {
    await database.close();
  }
}

/**
 * Refuses to replace the data of an application by that of another one: where it has less than half of the entities of
 * whichever of both has fewer, counting those that were renamed since.
 */
function refuseOther(replaced: ReadonlySet<string>, read: ReadonlySet<string>, application: Application | null): void {
  if (replaced.size === 0 || read.size === 0) return;
  const renamed = new Map(
    (application?.former.renamed ?? []).filter(({ kind }) => kind === 'entity').map(({ was, path }) => [was, path[0]]),
  );
  const shared = [...read].filter((id) => replaced.has(id) || replaced.has(renamed.get(id) ?? id)).length;
  if (shared * 2 >= Math.min(replaced.size, read.size)) return;
  throw new StartFailure('restore_other', { stored: listed(replaced), restored: listed(read) });
}

function listed(ids: ReadonlySet<string>): string {
  return [...ids].toSorted().slice(0, NAMED).join(', ');
}

const NAMED = 5;

/**
 * Says in the audit log that what was kept after the moment of the backup is gone. A backup of a version without the log has no place
 * for it until a start has made one.
 */
async function keepInLog(tx: LoneWriter, { head }: ReadArchive, { application, now }: RestoreOptions): Promise<void> {
  if ((await tx.dialect.schema.columns(tx, AUDIT_TABLE.name)).length === 0) return;
  addingTo(application?.model ?? { limits: {} })(tx, now, { act: 'data_restored', details: { as_of: head.at } });
}

async function adopted(tx: LoneWriter, { application, now }: RestoreOptions): Promise<boolean> {
  if (application === null) return true;
  try {
    await tx.savepoint(() =>
      migrateIn(tx, application.model, OWN_TABLES, { former: application.former, now, isTogether: true }),
    );
    return true;
  } catch (error) {
    if (error instanceof MigrationRefused) return false;
    throw error;
  }
}
