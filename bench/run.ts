import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { compare, CONNECTIONS, HEAD, lineOf, memoryLine, missedMemory, missedOf } from './compare.ts';
import { DESK } from './desk/work.ts';
import { RULE } from './rule/work.ts';
import type { Engine } from './places.ts';
import { startServers } from './servers.ts';
import type { Work, WorkName } from './work.ts';

const WORKS: Readonly<Record<WorkName, Work>> = { rule: RULE, desk: DESK };

const { values: flags } = parseArgs({
  options: {
    work: { type: 'string', default: 'both' },
    database: { type: 'string', default: 'both' },
    tickets: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    wait: { type: 'boolean', default: false },
  },
});
const TICKETS = Number(flags.tickets);
const ROUNDS = Number(flags.rounds);

/** The values that a flag names: one of them, or all with `both`. */
function chosen<T extends string>(flag: string, all: readonly T[]): readonly T[] {
  const found = all.filter((one) => flag === 'both' || flag === one);
  if (found.length === 0) throw new Error(`${flag} is none of both, ${all.join(', ')}`);
  return found;
}

/** Both servers run on the same machine at the same time and are loaded in turn; only ratios mean anything. */
async function main(): Promise<void> {
  const lines = flags.wait ? createInterface({ input: process.stdin })[Symbol.asyncIterator]() : null;
  for (const engine of chosen<Engine>(flags.database, ['sqlite', 'postgres'])) {
    for (const work of chosen<WorkName>(flags.work, ['rule', 'desk'])) await bench(engine, WORKS[work], lines);
  }
  await lines?.return?.();
}

/**
 * With `--wait` each call is measured when a line arrives on standard input, so that other programs can use the machine
 * between calls.
 */
async function bench(engine: Engine, work: Work, lines: AsyncIterator<string> | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ninefold-bench-'));
  try {
    const servers = await startServers(engine, work, TICKETS, folder);
    try {
      console.log(
        `\n${engine}, ${work.name}: ${work.says}; ${TICKETS} tickets, ${CONNECTIONS} connections, synced at every commit, ten changes a second beside what is read, median of ${ROUNDS} rounds`,
      );
      console.log(HEAD);
      const missed: string[] = [];
      for (const name of Object.keys(servers.ninefold.scenarios).filter(isWanted)) {
        await lines?.next();
        const compared = await compare(servers, name, ROUNDS);
        console.log(lineOf(engine, name, compared));
        missed.push(...missedOf(engine, name, compared));
      }
      console.log(memoryLine(servers));
      const all = [...missed, ...missedMemory(servers)];
      console.log(`gates of ${engine}, ${work.name} that are missed: ${all.length === 0 ? 'none' : all.join('; ')}`);
    } finally {
      await servers.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isWanted(name: string): boolean {
  return !flags.only || flags.only.split(',').includes(name);
}

await main();
