import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findDatabaseTests } from './scripts/database-tests.ts';

const { onlyPostgres, postgres, portable } = findDatabaseTests(import.meta.dirname, process.env['NINEFOLD_FORMS_SEED']);
/** They compare times or memory, and need a process of their own. */
const MEASURING = ['packages/*/src/**/{speed,*-speed,*-memory}.test.ts'];
/** They draw much at random, kill or wait, which takes its time: `npm test -- --quick` leaves them out. */
const LONG = [
  'packages/cli/src/running/dev-saves.test.ts',
  'packages/server/src/calls/calls-crash.test.ts',
  'packages/server/src/http/{export-limits,slow-reads}.test.ts',
  'packages/server/src/limits/limits-crash.test.ts',
  'packages/server/src/uploads/{hostile-files,uploads-crash}.test.ts',
  'packages/server/src/records/{approvals-crash,crash,imports-crash,timers-crash,list-agreement}.test.ts',
  'packages/spec/src/reasoning/undecided.test.ts',
  'scripts/{counterexamples,mistakes,mistakes-in-files,proved-promises}.test.ts',
];
/** The longest first, so that no worker waits at the end; what measures runs alone, after all others. */
const ORDER = ['e2e', 'postgres', 'portable', 'long', 'unit', 'measuring'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => ORDER.indexOf(a.project.name) - ORDER.indexOf(b.project.name));
  }
}

/** One process for many files, which load the modules of the product once. Tests leave nothing behind that another could meet. */
const SHARED = { isolate: false, testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
const ON_POSTGRES = { NINEFOLD_TEST_DATABASE: 'postgres' };

/** What a browser test waited for while it acted, and left behind as the action failed: the test itself tells of that, or passes at its second try. */
const LEFT_BEHIND = /^(?:page|browserContext)\.waitFor(?:Response|Request|Event): /;

export default defineConfig({
  test: {
    onUnhandledError: ({ message }) => (LEFT_BEHIND.test(message) ? false : undefined),
    // One more than the cores of the machine that builds: pages and PostgreSQL let a worker wait a fifth of its time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['packages/server/src/testing/postgres/run.ts'],
    projects: [
      {
        test: {
          ...SHARED,
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: [...onlyPostgres, ...MEASURING, ...LONG],
        },
      },
      { test: { ...SHARED, name: 'long', include: LONG } },
      {
        test: {
          ...SHARED,
          name: 'measuring',
          include: MEASURING,
          isolate: true,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...SHARED, name: 'postgres', include: [...postgres], env: ON_POSTGRES } },
      {
        test: {
          ...SHARED,
          name: 'portable',
          include: [...portable],
          env: { ...ON_POSTGRES, NINEFOLD_TEST_PORTABLE: 'true' },
        },
      },
      {
        test: {
          ...SHARED,
          name: 'e2e',
          globalSetup: ['e2e/harness/demo-data.ts'],
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry: 1,
        },
      },
    ],
  },
});
