import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBinaries } from '../packages/server/src/testing/postgres/binaries.ts';

const RECORDS = 'packages/server/src/records';
const EXPRESSIONS = 'packages/server/src/storage/expressions';
const TESTS = [
  ...['agreement', 'postgres-agreement', 'exact-sums', 'postgres-exact-sums'].map((name) => `${EXPRESSIONS}/${name}`),
  ...[
    'crash',
    'timers-crash',
    'approvals-crash',
    'imports-crash',
    'mail-crash',
    'postgres-crash',
    'postgres-histories',
    'postgres-turns',
    'parameters.fuzz',
    'reading/drawn-lists',
    'reading/search',
    'timers-years',
  ].map((name) => `${RECORDS}/${name}`),
  'packages/server/src/calls/calls-crash',
  'packages/server/src/limits/limits-crash',
  ...['bulk.fuzz', 'open-api.fuzz', 'via-drawn'].map((name) => `packages/server/src/http/${name}`),
  ...['migrate-kill', 'postgres-readers'].map((name) => `packages/server/src/storage/migration/${name}`),
  'packages/server/src/start/postgres-rolling',
  ...['uploads-crash', 'postgres-uploads-crash'].map((name) => `packages/server/src/uploads/${name}`),
  'packages/spec/src/reasoning/undecided',
  'scripts/mistakes',
  'scripts/mistakes-in-files',
  'scripts/counterexamples',
  'scripts/proved-promises',
].map((path) => `${path}.test.ts`);
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    cases: { type: 'string', default: '1000000' },
    examples: { type: 'string', default: '1000' },
    fuzz: { type: 'string', default: '20' },
    histories: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '100' },
    lists: { type: 'string', default: '20' },
    mistakes: { type: 'string', default: '2000' },
    rows: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    seconds: { type: 'string', default: '900' },
  },
});

/**
 * `npm run prove [-- --cases N] [--seed N] [--kills N] [--lists N] [--histories N] [--fuzz N] [--seconds N] [--calls N] [--rows N] [--mistakes N] [--examples N]`: what takes too long for `npm test`. It holds
 * both databases to the evaluator over many random cases (a difference is shrunk and kept), looks for a serial order of the writes
 * of random histories on PostgreSQL, sends N times as many random calls as `npm test`, kills servers, migrations and PostgreSQL again and
 * again, lets two servers crowd each other for so many seconds in each form of PostgreSQL, restarts two
 * servers in turn during so many calls, migrates so many rows beside readers, replays the examples of so many drawn specifications, and walks at random on as many. It prints the seed of everything random but the moments of the kills.
 */
function main(): void {
  const seed = values.seed ?? String(randomInt(2 ** 31));
  const { NINEFOLD_TEST_PG: given } = process.env;
  const hasPostgres = (given !== undefined && given !== '') || findBinaries() !== null;
  const { calls, cases, examples, histories, kills, fuzz, lists, mistakes, rows, seconds } = values;
  console.log(
    `prove: seed ${seed}, ${cases} cases, ${histories} histories, ${kills} kills, ${fuzz} times the random calls${hasPostgres ? '' : '; without PostgreSQL: none here'}`,
  );
  const vitest = join(import.meta.dirname, '..', 'node_modules/vitest/vitest.mjs');
  const projects = ['unit', 'long', ...(hasPostgres ? ['postgres'] : [])].flatMap((project) => ['--project', project]);
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...projects, ...TESTS], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      NINEFOLD_PROVE_CALLS: calls,
      NINEFOLD_PROVE_CASES: cases,
      NINEFOLD_PROVE_EXAMPLES: examples,
      NINEFOLD_PROVE_SEED: seed,
      NINEFOLD_PROVE_KILLS: kills,
      NINEFOLD_PROVE_LISTS: lists,
      NINEFOLD_PROVE_MISTAKES: mistakes,
      NINEFOLD_PROVE_HISTORIES: histories,
      NINEFOLD_PROVE_FUZZ: fuzz,
      NINEFOLD_PROVE_ROWS: rows,
      NINEFOLD_PROVE_TURNS: seconds,
    },
  });
  process.exitCode = status ?? 1;
}

main();
