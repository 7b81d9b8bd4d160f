import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../../packages/spec/src/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const DESK = join(ROOT, 'examples/service-desk');

/** The service desk, without its texts and data. */
export const desk: readonly SourceFile[] = readdirSync(DESK, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml') || path.endsWith('.md'))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));

/** The specification that the blocks of the language page form. */
export const page: readonly SourceFile[] = [
  {
    path: 'app.yaml',
    text: [...readFileSync(join(ROOT, 'docs/language.md'), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm)]
      .map(([, block = '']) => block)
      .join(''),
  },
  { path: 'locales/pages/handbook.en.md', text: '# Handbook' },
];
