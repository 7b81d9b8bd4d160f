import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBinaries } from '../packages/server/src/testing/postgres/binaries.ts';

const CRASHES = ['packages/server/src/records/crash.test.ts', 'packages/server/src/records/postgres-crash.test.ts'];
const FILES = 'packages/server/src/storage/expressions';
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    kills: { type: 'string', default: '100' },
    seed: { type: 'string' },
  },
});

/**
 * `npm run prove [-- --cases N] [--seed N] [--kills N]`: holds both databases to the evaluator over many random cases (a
 * difference is shrunk and kept), and kills a server that is written to, and PostgreSQL below one, again and again.
 */
function main(): void {
  const seed = values.seed ?? String(randomInt(2 ** 31));
  const { NINEFOLD_TEST_PG: given } = process.env;
  const hasPostgres = (given !== undefined && given !== '') || findBinaries() !== null;
  console.log(`prove: ${values.cases} cases with seed ${seed}${hasPostgres ? '' : ', without PostgreSQL: none here'}`);
  const vitest = join(import.meta.dirname, '..', 'node_modules/vitest/vitest.mjs');
  const projects = ['unit', ...(hasPostgres ? ['postgres'] : [])].flatMap((project) => ['--project', project]);
  const tests = [
    'agreement.test.ts',
    'postgres-agreement.test.ts',
    'exact-sums.test.ts',
    'postgres-exact-sums.test.ts',
  ].map((name) => `${FILES}/${name}`);
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...projects, ...tests, ...CRASHES], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      NINEFOLD_PROVE_CASES: values.cases,
      NINEFOLD_PROVE_SEED: seed,
      NINEFOLD_PROVE_KILLS: values.kills,
    },
  });
  process.exitCode = status ?? 1;
}

main();
