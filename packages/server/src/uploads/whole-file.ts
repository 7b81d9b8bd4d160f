import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../private-files.ts';
import { kindOfFile } from '../file-kind.ts';
import { removePlace } from './pictures/place-data.ts';

/**
 * Copies what has arrived to a file that nothing writes to any more: a connection that was lost may still be open at another server.
 * What this file becomes is looked at, checked, hashed and stored from there. It stays until the file is stored, also over a restart.
 */
export async function prepared(
  folder: string,
  part: string,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<{ readonly whole: string; readonly type: string }> {
  const whole = join(folder, `${id}.whole`);
  if ((await stat(whole).catch(() => null)) === null) {
    const copy = join(folder, `${id}.${randomUUID()}.copy`);
    await copyFile(part, copy, constants.COPYFILE_FICLONE);
    await chmod(copy, PRIVATE_FILE);
    await removePlace(copy, await kindOfFile(copy, name));
    const copied = await open(copy, 'r+');
    await copied.datasync().finally(() => copied.close());
    await rename(copy, whole);
  }
  return { whole, type: await kindOfFile(whole, name) };
}

/** Removes what has arrived of a file, and what was made of it. */
export async function removeParts(folder: string, id: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (name.startsWith(`${id}.`)) await rm(join(folder, name), { force: true });
}
