import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serviceDeskData } from './service-desk-data/files.ts';

const FOLDER = join(import.meta.dirname, '../examples/service-desk/data');

for (const [name, text] of Object.entries(serviceDeskData())) {
  const path = join(FOLDER, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
