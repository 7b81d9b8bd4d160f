import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Left to itself, vitest keeps a core back: with two of them half the machine would wait.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: ['packages/server/src/**/postgres*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [
            'packages/server/src/{records,data,http,backup,exchange}/**/*.test.ts',
            'packages/server/src/storage/schema/**/*.test.ts',
            'packages/server/src/start/stored-*.test.ts',
            'packages/server/src/**/postgres*.test.ts',
          ],
          env: { NINEFOLD_TEST_DATABASE: 'postgres' },
          globalSetup: ['packages/server/src/testing/postgres/run.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'portable',
          include: [
            'packages/server/src/records/{scenarios,concurrency,kept-columns,trees}.test.ts',
            'packages/server/src/records/writing/**/*.test.ts',
            'packages/server/src/storage/schema/**/*.test.ts',
            'packages/server/src/http/{calls,bulk,reading,live,accounts}.test.ts',
            'packages/server/src/backup/**/*.test.ts',
          ],
          env: { NINEFOLD_TEST_DATABASE: 'postgres', NINEFOLD_TEST_PORTABLE: 'true' },
          globalSetup: ['packages/server/src/testing/postgres/run.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          expect: { poll: { timeout: 10_000 } },
          retry: 1,
        },
      },
    ],
  },
});
