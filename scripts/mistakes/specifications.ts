import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from '../../packages/spec/src/index.ts';

const ROOT = join(import.meta.dirname, '../..');
const DESK = join(ROOT, 'examples/service-desk');

function deskFiles(isPart: (path: string) => boolean): readonly SourceFile[] {
  return readdirSync(DESK, { recursive: true, encoding: 'utf8' })
    .filter(isPart)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(DESK, path), 'utf8') }));
}

/** The service desk, without its texts and data. */
export const desk = deskFiles((path) => /\.(?:yaml|md)$/.test(path));

/** The service desk with its texts and data, but for its tickets and the histories, which are long. */
export const deskWithFiles = deskFiles(
  (path) => /\.(?:yaml|md|json|csv)$/.test(path) && !/^data\/.*(?:ticket|history)/.test(path),
);

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

/** The same with texts in two languages and data. */
export const pageWithFiles: readonly SourceFile[] = [
  ...page,
  {
    path: 'locales/en/app.json',
    text: `{
  "entities": {
    "asset": { "label": "Device", "label_many": "Devices", "fields": { "tag": { "label": "Tag" } } },
    "loan": { "label": "Loan", "label_many": "Loans" }
  },
  "rules": {
    "loan": { "no_self_approval": { "message": "Somebody else has to approve the loan for {{borrower}}." } }
  },
  "screens": { "desk": { "label": "Desk" } }
}
`,
  },
  {
    path: 'locales/ja/app.json',
    text: `{
  "entities": {
    "asset": { "label": "機器", "label_many": "機器", "fields": { "tag": { "label": "タグ" } } },
    "loan": { "label": "貸出", "label_many": "貸出" }
  },
  "rules": {
    "loan": { "no_self_approval": { "message": "{{borrower}}の貸出は、ほかの人が承認する必要があります。" } }
  },
  "screens": { "desk": { "label": "受付" } }
}
`,
  },
  { path: 'data/team.csv', text: 'name\nFirst line\nWorkshop\n' },
  { path: 'data/category.csv', text: 'name,team,billable\nHardware,First line,false\nRepairs,Workshop,true\n' },
];
