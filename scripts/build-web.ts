import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** What the built pages are made of. */
const SOURCES = [
  'packages/web/src',
  'packages/web/locales',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/model',
  'package-lock.json',
];

/** Builds the web application into packages/web/dist; with `--if-stale` only where a source is newer than the last build. */
async function main(ifStale: boolean): Promise<void> {
  if (ifStale && !(await isStale())) return;
  const code = await vite(['build']);
  if (code !== 0) process.exitCode = code;
}

async function isStale(): Promise<boolean> {
  const built = await newest(join(root, 'packages/web/dist/index.html'));
  const sources = await Promise.all(SOURCES.map((source) => newest(join(root, source))));
  return built === 0 || Math.max(...sources) > built;
}

/** Milliseconds of the newest file at or below a path; 0 where there is none. */
async function newest(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return found.mtimeMs;
    const names = (await readdir(path)).filter((name) => !name.endsWith('.test.ts') && name !== 'node_modules');
    return Math.max(0, ...(await Promise.all(names.map((name) => newest(join(path, name))))));
  } catch {
    return 0;
  }
}

function vite(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const bin = join(root, 'node_modules/vite/bin/vite.js');
    const child = spawn(process.execPath, [bin, ...args, '--logLevel', 'warn'], {
      cwd: join(root, 'packages/web'),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

await main(process.argv.includes('--if-stale'));
