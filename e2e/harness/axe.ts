import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
}

/** What axe finds wrong on the page as it stands, one line each; target-size is switched on, its default is off. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(await source);
  const violations = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: { run(context: unknown, options: unknown): Promise<{ violations: AxeResult[] }> };
    };
    const options = { runOnly: { type: 'tag', values: tags }, rules: { 'target-size': { enabled: true } } };
    return (await axe.run(document, options)).violations;
  }, TAGS);
  return violations.flatMap((one) =>
    one.nodes.map(
      (node) =>
        `${one.id} (${one.help}): ${node.target.join(' ')} — ${(node.failureSummary ?? '').replaceAll('\n', ' ')}`,
    ),
  );
}
