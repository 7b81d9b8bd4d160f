import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterAddress } from '../../packages/server/src/testing/postgres/cluster.ts';
import { coldStart } from './cold-start.ts';
import { lineOf, type Measured } from './gate.ts';
import { hands } from './hands.ts';
import { packageSize } from './package-size.ts';
import { wire } from './wire.ts';

const WORKS = { rule: 'bench/rule/specification', desk: 'examples/service-desk' };
const PARTS = { start: starts, package: packageSize, wire, hands } as const;

/** Prints what a start, a page and the package take, each beside its gate; words name the parts, all of them otherwise. */
async function main(words: readonly string[]): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the build failed');
  for (const [name, measure] of Object.entries(PARTS)) {
    if (words.length > 0 && !words.includes(name)) continue;
    for (const measured of await measure()) console.log(lineOf(measured));
  }
}

async function starts(): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const [work, folder] of Object.entries(WORKS)) {
    all.push(...(await coldStart({ folder, name: `${work}, SQLite`, database: null, mostSeconds: 0.4 })));
    const cluster = await mkdtemp(join(tmpdir(), 'ninefold-bench-start-'));
    try {
      const found = await clusterAddress(cluster, process.pid, 'durable');
      if ('reason' in found) throw new Error(found.reason);
      all.push(...(await coldStart({ folder, name: `${work}, PostgreSQL`, database: found.url, mostSeconds: 0.6 })));
    } finally {
      await rm(cluster, { recursive: true, force: true });
    }
  }
  return all;
}

await main(process.argv.slice(2));
