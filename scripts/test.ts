import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasJapaneseFont, prepareChromium } from './chromium.ts';
import { findBinaries } from '../packages/server/src/testing/postgres/binaries.ts';
import { countTests, passedAtSecondTry, totalLine, type Counts, type JsonReport } from './test-counts.ts';

const root = join(import.meta.dirname, '..');
const underCi = process.env['CI'] !== undefined && process.env['CI'] !== '' && process.env['CI'] !== 'false';

const USAGE = `npm test                            all tests: unit tests on SQLite and PostgreSQL, then the browser
npm test -- --quick [files]         unit tests and tests of calls on SQLite, a few minutes: no browser, no PostgreSQL, nothing long
npm test -- --project unit [files]  one project: unit, long, measuring, postgres, portable, e2e
npm run prove                       what takes longer: many random cases, many kills

Everything else goes to vitest as it is. The last line is \`N passed, N failed[, N skipped]\`.`;
const QUICK = ['--project', 'unit', '--project', 'measuring'];

async function main(given: readonly string[]): Promise<void> {
  if (given.includes('--help')) {
    console.log(USAGE);
    return;
  }
  const args = given.flatMap((arg) => (arg === '--quick' ? QUICK : [arg]));
  const onlyUnit = args.includes('--project') && !args.includes('e2e');
  const browser = onlyUnit ? { path: null, reason: '' } : prepareChromium();
  const withoutBrowser = !onlyUnit && browser.path === null;
  if (!onlyUnit && browser.path !== null && !hasJapaneseFont()) {
    console.log('No Japanese font here (fonts-noto-cjk): widths of Japanese texts are not what people see.');
  }
  if (!onlyUnit && !withoutBrowser && (await run([join(root, 'scripts/build.ts'), '--if-stale'])) !== 0) {
    finish({ passed: 0, failed: 1, skipped: 0 });
    return;
  }
  const withoutPostgres = !args.includes('--project') && !canRunPostgres();
  const left = [...(withoutBrowser ? ['!e2e'] : []), ...(withoutPostgres ? ['!postgres', '!portable'] : [])];
  const env = {
    ...(browser.path !== null && { NINEFOLD_CHROMIUM: browser.path }),
    ...(args.length === 0 && drawForms()),
  };
  const counts = await vitest([...left.flatMap((project) => ['--project', project]), ...args], env);
  if (withoutBrowser) {
    console.log(
      `The browser tests (e2e/) did not run: no Chromium was found and none could be installed (${browser.reason}).`,
    );
  }
  if (withoutPostgres) {
    console.log(
      'The tests on PostgreSQL did not run: none is named by NINEFOLD_TEST_PG, installed, or could be installed.',
    );
  }
  finish([withoutBrowser, withoutPostgres].filter(Boolean).reduce(addMissing, counts));
}

/** Under CI a machine without a browser or PostgreSQL is a failure, elsewhere one skip with its reason printed. */
function addMissing(counts: Counts): Counts {
  return underCi ? { ...counts, failed: counts.failed + 1 } : { ...counts, skipped: counts.skipped + 1 };
}

function canRunPostgres(): boolean {
  const { NINEFOLD_TEST_PG: given } = process.env;
  return (given !== undefined && given !== '') || findBinaries() !== null;
}

function finish(counts: Counts): void {
  console.log(totalLine(counts));
  process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

/** A run of everything takes one of both forms of PostgreSQL for each file that runs in both. */
function drawForms(): Readonly<Record<string, string>> {
  const { NINEFOLD_FORMS_SEED: seed = String(randomInt(2 ** 31)) } = process.env;
  console.log(`Tests that run in two forms on PostgreSQL run in one that is drawn: NINEFOLD_FORMS_SEED=${seed}.`);
  return { NINEFOLD_FORMS_SEED: seed };
}

/** Runs vitest, whose tests find a folder for temporary files that goes with the run, whatever they leave in it. */
async function vitest(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-test-'));
  await chmod(folder, 0o711); // PostgreSQL runs as another user where the tests run as root
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const bin = join(root, 'node_modules/vitest/vitest.mjs');
  try {
    const code = await run([bin, 'run', ...reporters, ...args], { ...env, TMPDIR: folder });
    const result = JSON.parse(await readFile(report, 'utf8')) as JsonReport;
    for (const test of passedAtSecondTry(result)) console.log(`passed only at the second try: ${test}`);
    return countTests(result, code);
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

await main(process.argv.slice(2));
