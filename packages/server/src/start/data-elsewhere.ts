import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Model } from '@ninefold/model';
import { PRIVATE_FILE } from '../private-files.ts';
import { StartFailure } from '../start-failure.ts';
import { storedEntities } from '../storage/migration/comparison/stored-entities.ts';
import { openSqliteReader } from '../storage/sqlite/open.ts';
import type { DataPlace } from './open-place.ts';
import { ALL_DATA } from './place-named.ts';

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

/** Beside the data that is found by the name of the application: the folder of the specification that it belongs to. */
const NOTE = 'specification-folder';

/**
 * Refuses data that belongs to the specification of another folder, where two have the same name: both would write their
 * records into the same tables. A folder that is no longer there was moved. Throws `StartFailure`.
 */
function refuseDataOfOtherFolder({ data, byName }: DataPlace): void {
  if (byName === undefined) return;
  const { name, specification } = byName;
  const noted = notedIn(data);
  if (noted === null || !existsSync(join(noted, 'app.yaml')) || isSame(noted, specification)) return;
  const [here, there] = [specification, noted].map((folder) => relative('', folder) || folder);
  throw new StartFailure('data_of_other_folder', { name, data, here: here ?? '', there: there ?? '' });
}

/** Notes to which folder the data belongs. */
export function noteSpecificationFolder({ data, byName }: DataPlace): void {
  if (byName === undefined || notedIn(data) === byName.specification) return;
  writeFileSync(join(data, NOTE), `${byName.specification}\n`, { mode: PRIVATE_FILE });
}

function notedIn(data: string): string | null {
  const file = join(data, NOTE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** Whether two paths lead to one folder. */
function isSame(one: string, other: string): boolean {
  return one === other || (existsSync(other) && realpathSync(one) === realpathSync(other));
}
