import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Model } from '@ninefold/model';
import { StartFailure } from '../start-failure.ts';
import { readStanding } from '../storage/migration/comparison/standing.ts';
import { openSqliteReader } from '../storage/sqlite/open.ts';
import { META_TABLE } from '../storage/schema/meta.ts';
import type { DataPlace } from './open-place.ts';
import { ALL_DATA } from './place-named.ts';

/**
 * Refuses to begin an empty application where nothing is stored under its name, and beside it lies what looks like its
 * data under another one: more than half of all entities of both are the same. Throws `StartFailure`.
 */
export async function refuseFormerName({ data, byName }: DataPlace, model: Model): Promise<void> {
  if (byName === undefined || existsSync(join(data, 'data.sqlite')) || !existsSync(ALL_DATA)) return;
  const others = readdirSync(ALL_DATA).filter((name) => existsSync(join(ALL_DATA, name, 'data.sqlite')));
  for (const other of others.toSorted())
    if (await isAlike(join(ALL_DATA, other, 'data.sqlite'), model))
      throw new StartFailure('data_of_other_name', { name: byName, other });
}

async function isAlike(file: string, { entities }: Model): Promise<boolean> {
  const own = new Set(Object.keys(entities).filter((id) => id !== 'user'));
  const stored = await storedEntities(file);
  const shared = [...own].filter((id) => stored.has(id)).length;
  return shared * 2 > own.size + stored.size - shared;
}

/** The entities whose records a file holds; none where it cannot be read, which is not the matter of this start. */
async function storedEntities(file: string): Promise<ReadonlySet<string>> {
  try {
    const database = await openSqliteReader(file);
    try {
      const isThere = (await database.read.dialect.schema.columns(database.read, META_TABLE.name)).length > 0;
      const { meanings } = isThere ? await readStanding(database.read) : { meanings: {} };
      return new Set(Object.keys(meanings).filter((name) => !/^_|\./.test(name) && name !== 'user'));
    } finally {
      await database.close();
    }
  } catch {
    return new Set();
  }
}
