import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { referencePages } from '../reference/pages.ts';
import { errorAt, outcomeOf, type Check } from './finding.ts';

/** The reference in the repository is what the tables of the code say now. */
export const referenceCheck: Check = {
  name: 'reference',
  async run(root) {
    const pages = await referencePages();
    const findings = await Promise.all(
      [...pages].map(async ([path, text]) => {
        const written = await readFile(join(root, path), 'utf8').catch(() => '');
        return written === text ? [] : [errorAt(path, lineOf(written, text), 'is out of date; run `npm run generate`')];
      }),
    );
    return outcomeOf(findings.flat());
  },
};

/** The first line that differs. */
function lineOf(written: string, text: string): number {
  const lines = text.split('\n');
  const at = written.split('\n').findIndex((line, index) => line !== lines[index]);
  return at === -1 ? 1 : at + 1;
}
