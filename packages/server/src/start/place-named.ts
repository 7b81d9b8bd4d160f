import { resolve } from 'node:path';
import { DATA_FOLDER } from '../private-files.ts';
import type { DataPlace } from './open-place.ts';

/** The folder of the data of all applications that are run here. */
export const ALL_DATA = `./${DATA_FOLDER}`;

/** Where an application keeps its data: where the person said, otherwise in a folder of its name. `folder` is that of the specification. */
export function placeNamed(
  given: Pick<DataPlace, 'database' | 'files'> & { readonly data: string | null },
  name: string,
  folder: string,
): DataPlace {
  const isByName = given.data === null && given.database === null;
  return {
    data: given.data ?? `${ALL_DATA}/${name}`,
    database: given.database,
    files: given.files ?? null,
    ...(isByName && { byName: { name, specification: resolve(folder) } }),
  };
}
