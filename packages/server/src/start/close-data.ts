import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { closeToOthers } from '../private-files.ts';

const OWN_NAMES = /^(?:data\.sqlite(?:-(?:wal|shm|server|server-journal))?|compiled|specification-folder)$/;

/** Takes the rights of other accounts away from a SQLite file, what lies beside it, and its folder where that holds nothing else. */
export function closeData(file: string, log: (line: string) => void): void {
  const folder = dirname(file);
  const isOwnFolder = readdirSync(folder).every((name) => OWN_NAMES.test(name));
  const files = ['', '-wal', '-shm', '-server'].map((end) => `${file}${end}`);
  closeToOthers(isOwnFolder ? [folder, ...files] : files, log);
}
