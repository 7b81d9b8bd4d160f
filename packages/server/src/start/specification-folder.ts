import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PRIVATE_FILE } from '../private-files.ts';
import { StartFailure } from '../start-failure.ts';
import type { DataPlace } from './open-place.ts';

/** Beside the data that is found by the name of the application: the folder of the specification that it belongs to. */
const NOTE = 'specification-folder';

/**
 * Refuses data that belongs to the specification of another folder, where two have the same name: both would write their
 * records into the same tables. A folder that is no longer there was moved. Throws `StartFailure`.
 */
export function refuseDataOfOtherFolder({ data, byName }: DataPlace): void {
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
