import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

const EVERYTHING = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};
/** Rows of long tables look like those before them, and take most of the time. */
const LIKE_OTHERS = 'tbody tr:nth-child(n + 7)';

/** The violations that axe finds on the page, one line each. The rule target-size, which is off by default, is on. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const violations = await page.evaluate(
    async ({ options, exclude }) => {
      const { axe } = window as unknown as {
        axe: { run(context: unknown, options: unknown): Promise<{ violations: AxeResult[] }> };
      };
      return (await axe.run({ include: [['html']], exclude: [[exclude]] }, options)).violations;
    },
    { options: EVERYTHING, exclude: LIKE_OTHERS },
  );
  return violations.flatMap((one) =>
    one.nodes.map(
      (node) =>
        `${one.id} (${one.help}): ${node.target.join(' ')} — ${(node.failureSummary ?? '').replaceAll('\n', ' ')}`,
    ),
  );
}
