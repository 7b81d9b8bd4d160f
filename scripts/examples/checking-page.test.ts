import { expect, test } from 'vitest';
import { compile, renderIssue } from '../../packages/spec/src/index.ts';
import { blocksOf, textOf } from './folder.ts';

const page = await textOf('docs/guide/checking.md');
const [written = ''] = blocksOf(page, 'yaml');

function said(text: string): readonly string[] {
  return compile([{ path: 'app.yaml', text }])
    .issues.filter(({ severity }) => severity !== 'notice')
    .map((issue) => renderIssue(issue, 'en'));
}

test('the guide shows what the checker says of its example', () => {
  const mended = written.replace('requird', 'required').replace('record.dys', 'record.days');
  const shown = [...said(written).slice(0, 2), ...said(mended)];
  expect(shown).toHaveLength(3);
  for (const message of shown) expect(page).toContain(message);
  expect(said(mended.replace('record.days > 0', 'record.days > 0 && user != record.borrower'))).toEqual([]);
});
