import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findBinaries, unprivileged } from './binaries.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the PostgreSQL of this run is started when a test asks for it, and the process it ends with. */
    readonly postgres: { readonly folder: string; readonly owner: number };
  }
}

/** Gives the tests of one run a place for one PostgreSQL, and stops it after the last of them. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-pg-'));
  project.provide('postgres', { folder, owner: process.pid });
  return () => {
    const data = join(folder, 'cluster', 'data');
    if (existsSync(join(data, 'postmaster.pid'))) stop(data);
    rmSync(folder, { recursive: true, force: true });
  };
}

function stop(data: string): void {
  const binaries = findBinaries();
  if (binaries === null) return;
  try {
    const args = ['-D', data, '-m', 'immediate', '-w', 'stop'];
    execFileSync(join(binaries, 'pg_ctl'), args, { ...unprivileged(), cwd: data, stdio: 'ignore' });
  } catch {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  }
}
