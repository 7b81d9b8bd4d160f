import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LANGUAGE_PAGE, markedPage } from './reference/language-page.ts';
import { referencePages } from './reference/pages.ts';

const ROOT = join(import.meta.dirname, '..');

for (const [path, text] of await referencePages()) {
  const file = join(ROOT, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const languagePage = join(ROOT, LANGUAGE_PAGE);
await writeFile(languagePage, markedPage(await readFile(languagePage, 'utf8')).text);
