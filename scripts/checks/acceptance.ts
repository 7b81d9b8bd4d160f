import { parseSync, Visitor, type Expression } from 'oxc-parser';
import { errorAt, outcomeOf, type Check, type Finding } from './finding.ts';
import { lineAt, readSources, type Files } from './sources/source-files.ts';

const POINTS = 'docs/acceptance.md';
const FOUNDATION = 'docs/foundation.md';

export const acceptanceCheck: Check = {
  name: 'acceptance',
  run: async (root) =>
    outcomeOf(
      acceptanceFindings(
        await readSources(root, /^(?:docs\/(?:acceptance|foundation)\.md|e2e\/.*\.ts|packages\/.*\.test\.tsx?)$/),
      ),
    ),
};

/** A test title that begins with ids: `A8 A54 …`, or with `seed`. */
interface Title {
  readonly file: string;
  readonly line: number;
  readonly ids: readonly string[];
}

interface Point {
  readonly line: number;
  readonly heldBy: string;
}

/** Ids in titles of browser tests that the pages in `docs/` do not have, points whose last column is not what the tests hold, and test files that the foundation names wrongly. */
export function acceptanceFindings(files: Files): readonly Finding[] {
  const titles = [...files].flatMap(([file, text]) => (/\.tsx?$/.test(file) ? titlesIn(file, text) : []));
  return [...pointFindings(files.get(POINTS) ?? '', titles), ...foundationFindings(files, titles)];
}

function pointFindings(page: string, titles: readonly Title[]): readonly Finding[] {
  const points = pointsOf(page);
  const inBrowser = titles.filter(({ file }) => file.startsWith('e2e/'));
  const unknown = inBrowser.flatMap(({ file, line, ids }) =>
    ids
      .filter((id) => id !== 'seed' && !points.has(id))
      .map((id) => errorAt(file, line, `${id} is no point of ${POINTS}`)),
  );
  const wrong = [...points].flatMap(([id, { line, heldBy }]) => {
    const found = new Set(inBrowser.filter(({ ids }) => ids.includes(id)).map(({ file }) => `\`${file}\``));
    const expected = found.size === 0 ? 'no test yet' : [...found].sort().join(', ');
    return heldBy === expected ? [] : [errorAt(POINTS, line, `${id} is held by ${expected}`)];
  });
  return [...unknown, ...wrong];
}

/** The rows of the page by their ids. */
function pointsOf(page: string): ReadonlyMap<string, Point> {
  const rows = page
    .split('\n')
    .map((text, index) => ({ line: index + 1, cells: text.split('|').map((cell) => cell.trim()) }));
  return new Map(
    rows.flatMap(({ line, cells: [, id = '', , heldBy = ''] }) =>
      /^A\d+$/.test(id) ? [[id, { line, heldBy }] as const] : [],
    ),
  );
}

function foundationFindings(files: Files, titles: readonly Title[]): readonly Finding[] {
  const page = files.get(FOUNDATION) ?? '';
  const seeds = new Set(titles.filter(({ ids }) => ids.includes('seed')).map(({ file }) => file));
  const unnamed = [...seeds]
    .filter((file) => !page.includes(`\`${file}\``))
    .map((file) => errorAt(FOUNDATION, 1, `does not name ${file}, which holds a fact of the foundation`));
  const wrong = page.split('\n').flatMap((text, index) =>
    [...text.matchAll(/`([^`]+\.test\.tsx?)`([^`|]*)/g)].flatMap(([, file = '', after = '']) => {
      if (!files.has(file)) return [errorAt(FOUNDATION, index + 1, `there is no ${file}`)];
      const held = new Set(titles.filter((title) => title.file === file).flatMap(({ ids }) => ids));
      const missing = [...after.matchAll(/\bA\d+\b/g)].map(([id]) => id).filter((id) => !held.has(id));
      return missing.map((id) => errorAt(FOUNDATION, index + 1, `${file} has no test of ${id}`));
    }),
  );
  return [...unnamed, ...wrong];
}

function titlesIn(file: string, text: string): readonly Title[] {
  const titles: Title[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      const title = isTest(callee as Expression) && first ? textOf(first as Expression) : '';
      const [ids = ''] = /^(?:(?:[A-Z]?\d+(?:\.\d+)*|seed)\b:? ?)+/.exec(title) ?? [];
      if (ids !== '') titles.push({ file, line: lineAt(text, start), ids: ids.match(/[\w.]+/g) ?? [] });
    },
  }).visit(parseSync(file, text).program);
  return titles;
}

/** `test(…)` or `test.each(…)(…)`. */
function isTest(callee: Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it';
  if (callee.type === 'CallExpression') return isTest(callee.callee as Expression);
  return callee.type === 'MemberExpression' && isTest(callee.object as Expression);
}

function textOf(node: Expression): string {
  if (node.type === 'Literal') return String(node.value);
  return node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.raw ?? '') : '';
}
