import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Model } from '@ninefold/model';
import { StartFailure } from '../start-failure.ts';
import { storedEntities } from '../storage/migration/comparison/stored-entities.ts';
import { openSqliteReader } from '../storage/sqlite/open.ts';
import type { DataPlace } from './open-place.ts';
import { ALL_DATA } from './place-named.ts';
import { refuseDataOfOtherFolder } from './specification-folder.ts';

/**
 * Refuses to begin an empty application where nothing is stored in its place, and what looks like its data lies beside
 * it under another name, or where it would be for somebody who starts the same specification in another folder: more
 * than half of all entities of both are the same. Refuses data of another folder, too. Throws `StartFailure`.
 */
export async function refuseDataElsewhere(place: DataPlace, model: Model): Promise<void> {
  const { data, byName } = place;
  if (byName === undefined) return;
  if (existsSync(fileIn(data))) {
    refuseDataOfOtherFolder(place);
    return;
  }
  const { name } = byName;
  for (const folder of foldersOf(byName.specification)) {
    const there = join(folder, ALL_DATA, name);
    if (await isAlike(fileIn(there), model))
      throw new StartFailure('data_elsewhere', { here: data, there: relative('', there), folder });
  }
  if (!existsSync(ALL_DATA)) return;
  for (const other of readdirSync(ALL_DATA).toSorted())
    if (await isAlike(fileIn(join(ALL_DATA, other)), model))
      throw new StartFailure('data_of_other_name', { name, other });
}

/** The folders in which somebody may have started the specification before: its own, and that above it or above this one. */
function foldersOf(specification: string): readonly string[] {
  const here = resolve('.');
  return [...new Set([specification, dirname(specification), dirname(here)])].filter((folder) => folder !== here);
}

function fileIn(data: string): string {
  return join(data, 'data.sqlite');
}

async function isAlike(file: string, { entities }: Model): Promise<boolean> {
  if (!existsSync(file)) return false;
  const own = new Set(Object.keys(entities).filter((id) => id !== 'user'));
  const stored = await entitiesIn(file);
  const shared = [...own].filter((id) => stored.has(id)).length;
  return shared * 2 > own.size + stored.size - shared;
}

/** The entities whose records a file holds; none where it cannot be read, which is not the matter of this start. */
async function entitiesIn(file: string): Promise<ReadonlySet<string>> {
  try {
    const database = await openSqliteReader(file);
    try {
      return await storedEntities(database.read);
    } finally {
      await database.close();
    }
  } catch {
    return new Set();
  }
}
