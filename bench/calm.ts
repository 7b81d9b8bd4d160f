import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Every bench of `docs/performance.md`, the shortest first. */
const BENCHES: Readonly<Record<string, readonly string[]>> = {
  start: ['start/run.ts'],
  costs: ['costs/run.ts', '--rows', '100000'],
  'costs-postgres': ['costs/run.ts', '--rows', '100000', '--database', 'postgres'],
  import: ['import/run.ts', '--files'],
  readers: ['readers/run.ts'],
  any: ['any/run.ts', '--seed', '7'],
  work: ['run.ts'],
};
/** Benches for which one round is enough: each takes the better part of an hour. */
const ONCE: Readonly<Record<string, readonly string[]>> = {
  'any-million': ['any/run.ts', '--rows', '1000000', '--work', 'any', '--seed', '7'],
  'import-million': ['import/run.ts', '--rows', '1000000', '--only', 'tickets'],
};
const LOOK_MS = 10_000;

const { values: flags } = parseArgs({
  options: {
    folder: { type: 'string', default: 'tmp/figures' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    /** A bench begins when the load of the last minute is at most this for each processor. */
    load: { type: 'string', default: '0.3' },
    /** How long it waits for that, in minutes; then it runs all the same, and its file says so. */
    wait: { type: 'string', default: '10' },
  },
});

/** The whole measuring: each bench in turn, round by round, so that no bench has all of its rounds in one bad minute. */
async function main(): Promise<void> {
  await mkdir(flags.folder, { recursive: true });
  const told: string[] = [
    `${String(availableParallelism())} processors, ${String(Math.round(totalmem() / 2 ** 30))} GiB, Node ${process.version}`,
  ];
  for (let round = 1; round <= Number(flags.rounds); round += 1)
    for (const [name, run] of Object.entries({ ...BENCHES, ...(round === 1 ? ONCE : {}) }))
      if (flags.only === undefined || flags.only.split(',').includes(name)) {
        told.push(await measured(`${name}-${String(round)}`, run));
        console.log(told.at(-1));
        await writeFile(join(flags.folder, 'summary.txt'), `${told.join('\n')}\n`);
      }
}

/** Runs one bench, its output in a file of its own, and says how busy the machine was before it and how the bench ended. */
async function measured(name: string, run: readonly string[]): Promise<string> {
  const before = await calm();
  const began = performance.now();
  const code = await ended(name, run);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const busy = before > Number(flags.load) * availableParallelism() ? ', NOT CALM' : '';
  return `${name}: ${code === 0 ? 'measured' : `FAILED (${String(code)})`} in ${minutes} min, load before ${before.toFixed(2)}${busy}`;
}

/** Waits until the machine is calm, and gives the load. */
async function calm(): Promise<number> {
  const until = performance.now() + Number(flags.wait) * 60_000;
  for (;;) {
    const [load = 0] = loadavg();
    if (load <= Number(flags.load) * availableParallelism() || performance.now() > until) return load;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function ended(name: string, [program = '', ...args]: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const file = createWriteStream(join(flags.folder, `${name}.txt`));
    const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(file, { end: false });
    child.stderr.pipe(file, { end: false });
    child.on('error', reject);
    child.on('close', (code) => file.end(() => resolve(code)));
  });
}

await main();
