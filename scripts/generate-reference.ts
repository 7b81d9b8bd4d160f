import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { referencePages } from './reference/pages.ts';

const ROOT = join(import.meta.dirname, '..');

for (const [path, text] of await referencePages()) {
  const file = join(ROOT, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
