import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../bin/find-program.cjs';
import { runBuilder } from './run-builder.ts';

const CLI = fileURLToPath(new URL('../..', import.meta.url));
const CONFIG = fileURLToPath(new URL('../../src/program/rolldown-config.ts', import.meta.url));
/** A server may still run from an older one and read parts of it. */
const KEPT_MS = 86_400_000;

/** Puts the program into few files where it is not. Null when it went well, else what the build said. */
export async function buildProgram(stopped?: AbortSignal): Promise<string | null> {
  const { built, current } = findProgram(CLI);
  if (current) return null;
  const all = dirname(built);
  const folder = join(all, `.building-${String(process.pid)}`);
  const file = join('bin', 'cli.mjs');
  try {
    mkdirSync(folder, { recursive: true });
    const args = ['--config', CONFIG, '--dir', folder];
    const failure = await runBuilder({ root: CLI, name: 'rolldown', file, args, stopped });
    if (failure !== null) return failure;
    forgetOld(all);
    if (!existsSync(built)) renameSync(folder, built);
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function forgetOld(all: string): void {
  for (const name of readdirSync(all)) {
    const path = join(all, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
