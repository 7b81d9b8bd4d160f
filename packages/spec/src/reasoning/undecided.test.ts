import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SourceFile, Verdict } from '../application.ts';
import { compile } from '../compile.ts';
import { specifications } from './testing/specifications.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Specifications that are drawn; `npm run prove` draws more. */
const DRAWN = Number(process.env['NINEFOLD_PROVE_EXAMPLES'] ?? '50');
/** Of so many claims at most these stay open. */
const MOST = 0.1;

/** The page of text that the blocks name. */
const HANDBOOK: SourceFile = { path: 'locales/pages/handbook.en.md', text: 'How we work.' };

/** The share of claims that nothing is known of; each of them names what it could not decide. */
function openOf(verdicts: readonly Verdict[]): number {
  const open = verdicts.filter(({ verdict }) => verdict === 'undecided');
  expect(open.filter(({ reason }) => !reason || reason.expression === '')).toEqual([]);
  return open.length / verdicts.length;
}

test('of the example and of the page no more than a tenth of the claims stays open, and none of them is given up', () => {
  const desk = join(ROOT, 'examples/service-desk');
  const files = readdirSync(desk, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:yaml|md)$/.test(path))
    .map((path): SourceFile => ({ path, text: readFileSync(join(desk, path), 'utf8') }));
  const page = readFileSync(join(ROOT, 'docs/language.md'), 'utf8').split(/\n(?=## )/);
  const blocks = page.flatMap((section) =>
    /^## [1-9] /.test(section) ? [...section.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text) : [],
  );
  const named = blocks.map(
    (text, index): SourceFile => ({ path: index === 0 ? 'app.yaml' : `${String(index)}.yaml`, text }),
  );
  const [ofDesk, ofPage] = [compile(files).verdicts, compile([...named, HANDBOOK]).verdicts];
  expect([ofDesk.length, ofPage.length].map((count, index) => count >= ([82, 19][index] ?? 0))).toEqual([true, true]);
  expect(openOf(ofDesk)).toBeLessThanOrEqual(MOST);
  expect(openOf(ofPage)).toBeLessThanOrEqual(MOST);
});

test(
  `of ${String(DRAWN)} specifications that nobody wrote for it no more than a tenth of the claims stays open`,
  () => {
    const seed = Date.now() % 1_000_000;
    const found = fc
      .sample(specifications, { seed, numRuns: DRAWN })
      .map((text) => compile([{ path: 'app.yaml', text }]));
    const wrong = found.flatMap(({ issues }) => issues.filter(({ severity }) => severity === 'error'));
    expect([seed, wrong.map(({ id, sourceLine }) => `${id} ${sourceLine}`)]).toEqual([seed, []]);
    const verdicts = found.flatMap((one) => one.verdicts);
    expect([seed, verdicts.length > DRAWN * 20]).toEqual([seed, true]);
    expect([seed, openOf(verdicts) <= MOST]).toEqual([seed, true]);
  },
  6000 * DRAWN,
);
