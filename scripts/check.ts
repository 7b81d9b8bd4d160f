import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acceptanceCheck } from './checks/acceptance.ts';
import { architectureCheck } from './checks/architecture.ts';
import { castsCheck } from './checks/casts.ts';
import { documentedCheck } from './checks/documented.ts';
import type { Check, Outcome } from './checks/finding.ts';
import { importsCheck } from './checks/imports.ts';
import { layersCheck } from './checks/layers.ts';
import { kindsCheck } from './checks/kinds.ts';
import { localesCheck } from './checks/locales.ts';
import { nodeBinaryCheck } from './checks/node-binary.ts';
import { proseCheck } from './checks/prose.ts';
import { pureCheck } from './checks/pure.ts';
import { referenceCheck } from './checks/reference.ts';
import { shapeCheck } from './checks/shape.ts';
import { termsCheck } from './checks/terms.ts';
import { testSupportCheck } from './checks/test-support.ts';
import { toolCheck } from './checks/tool.ts';
import { webRulesCheck } from './checks/web-rules.ts';

const CHECKS: readonly Check[] = [
  toolCheck('types', [
    ['tsc', '-p', 'tsconfig.json'],
    ['tsc', '-p', 'packages/web/tsconfig.json'],
    ['tsc', '-p', 'e2e/tsconfig.json'],
  ]),
  toolCheck('lint', [['oxlint', '--deny-warnings']]),
  toolCheck('format', [['prettier', '--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn', '.']]),
  importsCheck,
  layersCheck,
  architectureCheck,
  pureCheck,
  shapeCheck,
  testSupportCheck,
  castsCheck,
  kindsCheck,
  webRulesCheck,
  documentedCheck,
  proseCheck,
  acceptanceCheck,
  toolCheck('unused', [['knip', '--no-progress']]),
  localesCheck,
  termsCheck,
  nodeBinaryCheck,
  referenceCheck,
];

/** As many as the machine that builds has cores. */
const AT_ONCE = 2;

interface Done extends Outcome {
  readonly name: string;
  readonly ms: number;
}

async function timed(check: Check, root: string): Promise<Done> {
  const started = performance.now();
  const outcome = await check.run(root);
  return { ...outcome, name: check.name, ms: Math.round(performance.now() - started) };
}

/** Begins the checks in their order, a few at a time. */
function runAll(checks: readonly Check[], root: string): readonly Promise<Done>[] {
  const slots = checks.map((check) => ({ check, ...Promise.withResolvers<Done>() }));
  const waiting = slots.values();
  const worker = async (): Promise<void> => {
    for (const { check, resolve, reject } of waiting) await timed(check, root).then(resolve, reject);
  };
  for (let workers = 0; workers < AT_ONCE; workers += 1) void worker();
  return slots.map(({ promise }) => promise);
}

/** Runs the checks that were named on the command line, or all of them. */
async function main(names: readonly string[]): Promise<void> {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const wanted = names.length === 0 ? CHECKS : CHECKS.filter((check) => names.includes(check.name));
  let failed = 0;
  for (const done of runAll(wanted, root)) {
    const { name, ok, output, ms } = await done;
    if (!ok) failed += 1;
    console.log(`${ok ? '✓' : '✗'} ${name} (${ms} ms)`);
    if (output.trim() !== '') console.log(output.trimEnd().replace(/^/gm, '    '));
  }
  console.log(failed === 0 ? 'check: all passed' : `check: ${failed} of ${wanted.length} failed`);
  process.exitCode = failed === 0 && wanted.length > 0 ? 0 : 1;
}

await main(process.argv.slice(2));
