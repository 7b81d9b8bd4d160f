import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGE_PAGE, markedPage } from '../reference/language-page.ts';
import { referencePages } from '../reference/pages.ts';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';

/** The reference in the repository is what the tables of the code say now. */
export const referenceCheck: Check = {
  name: 'reference',
  async run(root) {
    const pages = await referencePages().catch((error: unknown) => String(error));
    if (typeof pages === 'string') return { ok: false, output: pages };
    const findings = await Promise.all(
      [...pages].map(async ([path, text]) => {
        const written = await readFile(join(root, path), 'utf8').catch(() => '');
        return written === text ? [] : [errorAt(path, lineOf(written, text), 'is out of date; run `npm run generate`')];
      }),
    );
    return outcomeOf([...findings.flat(), ...languageFindings(await readFile(join(root, LANGUAGE_PAGE), 'utf8'))]);
  },
};

/** The page of the language marks exactly what does not run yet, and describes every word of the language. */
function languageFindings(written: string): readonly Finding[] {
  const { text, missing, unknown } = markedPage(written);
  return [
    ...(written === text
      ? []
      : [errorAt(LANGUAGE_PAGE, lineOf(written, text), 'has marks that are out of date; run `npm run generate`')]),
    ...missing.map((name) => errorAt(LANGUAGE_PAGE, 1, `describes ${name} nowhere`)),
    ...unknown.map(([line, name]) => errorAt(LANGUAGE_PAGE, line, `names ${name}, which is no list of the language`)),
  ];
}

/** The first line that differs. */
function lineOf(written: string, text: string): number {
  const lines = text.split('\n');
  const at = written.split('\n').findIndex((line, index) => line !== lines[index]);
  return at === -1 ? 1 : at + 1;
}
