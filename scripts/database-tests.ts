import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { seededRandom } from '../packages/server/src/costs/seeded-random.ts';

const HARNESS = 'packages/server/src/testing/test-database.ts';
const TESTS = 'packages/server/src/**/*.test.ts';
/** Their subject is one database; the name or the folder says which. */
const OF_POSTGRES = /\/postgres[^/]*\.test\.ts$/;
const OF_SQLITE = /\/storage\/sqlite\//;
/** A comment line of a test file that opens data and is not about it; what follows is the reason. */
const ONE_DATABASE = /^\/\/ On SQLite alone: \S/m;
/** A comment line of a test file that runs in the portable form too; what follows is the reason. */
const PORTABLE = /^\/\/ Also in the portable form: \S/m;

/** Test files by the databases that they run on, as paths from the root of the repository. */
export interface DatabaseTests {
  /** Those about PostgreSQL alone. */
  readonly onlyPostgres: readonly string[];
  /** Those, and all that open their data through the harness of the tests, but for those that say that one database is enough. */
  readonly postgres: readonly string[];
  /** Those of them that say it. */
  readonly portable: readonly string[];
}

/**
 * Finds the test files of the server below `root`. A file opens its data through the harness when its imports, direct
 * or through files in `testing` folders, include the harness. With a seed, a file that runs in the portable form too runs in one
 * of both forms, which is drawn.
 */
export function findDatabaseTests(root: string, seed?: string): DatabaseTests {
  const files = globSync(TESTS, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  const opening = new Map<string, boolean>([[HARNESS, true]]);
  const opensDatabase = (file: string): boolean => {
    const known = opening.get(file);
    if (known !== undefined) return known;
    opening.set(file, false); // where files import each other, the others decide
    const found = importsOf(root, file).some(opensDatabase);
    opening.set(file, found);
    return found;
  };
  const says = (file: string, line: RegExp): boolean => line.test(readFileSync(join(root, file), 'utf8'));
  const onBoth = (file: string): boolean => !OF_SQLITE.test(file) && opensDatabase(file) && !says(file, ONE_DATABASE);
  const onlyPostgres = files.filter((file) => OF_POSTGRES.test(file));
  const postgres = files.filter((file) => OF_POSTGRES.test(file) || onBoth(file));
  const inBoth = postgres.filter((file) => says(file, PORTABLE));
  if (seed === undefined) return { onlyPostgres, postgres, portable: inBoth };
  const random = seededRandom(Number(seed));
  const inPortable = new Set(inBoth.filter(() => random() < 0.5));
  return { onlyPostgres, postgres: postgres.filter((file) => !inPortable.has(file)), portable: [...inPortable] };
}

/** The files in `testing` folders that a file imports. */
function importsOf(root: string, file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/ from '(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => join(dirname(file), path).replaceAll('\\', '/'))
    .filter((path) => path.includes('/testing/'));
}
