import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { STAMP, type Web } from './find-web.ts';

/**
 * Builds the web application beside its place and puts it there in one step.
 * Null when it went well, else what the build said.
 */
export async function buildWeb({ root, built, hash }: Web, stopped?: AbortSignal): Promise<string | null> {
  if (hash === null) return 'The web application is missing from this installation.';
  const folder = join(root, 'node_modules', `.dist-${String(process.pid)}`);
  try {
    mkdirSync(folder, { recursive: true });
    const failure = await vite(root, folder, stopped);
    if (failure !== null) return failure;
    if (!existsSync(join(folder, 'index.html'))) return 'The build made no index.html.';
    writeFileSync(join(folder, STAMP), hash);
    replace(folder, built);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function replace(folder: string, built: string): void {
  const old = `${folder}-old`;
  if (existsSync(built)) renameSync(built, old);
  renameSync(folder, built);
  rmSync(old, { recursive: true, force: true });
}

function vite(root: string, folder: string, stopped?: AbortSignal): Promise<string | null> {
  const manifest = createRequire(join(root, 'package.json')).resolve('vite/package.json');
  const args = [
    join(dirname(manifest), 'bin', 'vite.js'),
    'build',
    '--outDir',
    folder,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stopped?.addEventListener('abort', () => child.kill());
  let said = '';
  const listen = (chunk: Buffer): void => {
    said += chunk.toString('utf8');
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code) =>
      resolve(code === 0 ? null : stripVTControlCharacters(said).trim() || `The build ended with ${String(code)}.`),
    );
  });
}
