import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Order, Result } from './load.ts';
import type { Engine, Servers, Target } from './servers.ts';

export const CONNECTIONS = 16;
const WARM_UP_MS = 700;
const MEASURED_MS = 2500;
/** How often somebody changes something while others read, in ms. */
const BESIDE_MS = 100;
const READS: ReadonlySet<string> = new Set(['get', 'list', 'deep', 'search']);
/** The lowest accepted ratio to the reference. */
const GATES: Readonly<Record<Engine, Readonly<Record<string, number>>>> = {
  sqlite: { get: 0.5, list: 20, search: 8, create: 0.5, update: 0.5 },
  postgres: { get: 0.5, list: 5, search: 5, create: 0.5, update: 0.5 },
};
/** The highest accepted ratios: of the slow answers to the median, and of answers under a row condition to those without one. */
const MOST_SPREAD = 10;
const MOST_RULE = 1.2;
const MOST_IDLE_MIB = 100;
const MOST_PEAK_MIB = 220;

/** What was measured of one call. */
export interface Measured extends Result {
  /** Processor time of one answer in ms, of the server and its database together. */
  readonly cpu: number;
}

/** The limits that all calls are compared with. */
export interface Compared {
  readonly ours: Measured;
  readonly theirs: Measured;
  readonly free: Measured | null;
}

/** Loads both servers with one call in turn; the result is the median of the rounds. */
export async function compare(servers: Servers, name: string, rounds: number): Promise<Compared> {
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  const free: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure(servers, servers.ninefold, name));
    theirs.push(await measure(servers, servers.reference, name));
    if (READS.has(name)) free.push(await measure(servers, servers.free, name));
  }
  return { ours: median(ours), theirs: median(theirs), free: free.length === 0 ? null : median(free) };
}

function median(results: readonly Measured[]): Measured {
  const wrong = results.find((one) => one.wrong !== null);
  if (wrong) throw new Error(`an answer was not as expected: ${wrong.wrong}`);
  const sorted = results.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error('no round ran');
  return middle;
}

async function measure({ database }: Servers, target: Target, name: string): Promise<Measured> {
  const { port, scenarios, process: server } = target;
  const [scenario, update] = [scenarios[name], scenarios['update']];
  if (!scenario || !update) throw new Error(`no scenario ${name}`);
  const spent = (): number => server.cpu() + (database?.cpu() ?? 0);
  const before = spent();
  const result = await loaded({
    ...{ host: '127.0.0.1', port, connections: CONNECTIONS, warmUpMs: WARM_UP_MS, ms: MEASURED_MS, scenario },
    beside: READS.has(name) ? { scenario: update, everyMs: BESIDE_MS } : null,
  });
  return { ...result, cpu: (spent() - before) / Math.max(1, result.answered) };
}

function loaded(order: Order): Promise<Result> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'));
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result));
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)));
    child.send(order);
  });
}

export const HEAD =
  'call     ninefold/s  p50 ms  p99 ms  cpu ms   reference/s  p50 ms  p99 ms  cpu ms    ratio  by cpu  gate         p99/p50       time of the rule';

/** One line of the table. */
export function lineOf(engine: Engine, name: string, { ours, theirs, free }: Compared): string {
  const ratio = ours.perSecond / theirs.perSecond;
  const gate = GATES[engine][name];
  const spread = ours.p99 / ours.p50;
  return [
    name.padEnd(7),
    cells(ours),
    ` ${cells(theirs)} `,
    ratio.toFixed(2).padStart(6),
    (theirs.cpu / ours.cpu).toFixed(2).padStart(6),
    (gate === undefined ? '' : `${String(gate).padStart(4)} ${verdict(ratio >= gate)}`).padEnd(12),
    `${spread.toFixed(1).padStart(5)} ${verdict(spread <= MOST_SPREAD)}`.padEnd(13),
    free === null ? '' : ruleCost(ours, free),
  ].join(' ');
}

function ruleCost(ours: Measured, free: Measured): string {
  const times = free.perSecond / ours.perSecond;
  return `${times.toFixed(2)} ${verdict(times <= MOST_RULE)} (by cpu ${(ours.cpu / free.cpu).toFixed(2)})`;
}

function cells({ perSecond, p50, p99, cpu }: Measured): string {
  return [
    perSecond.toFixed(0).padStart(11),
    ...[p50, p99].map((ms) => ms.toFixed(2).padStart(7)),
    cpu.toFixed(3).padStart(7),
  ].join(' ');
}

function verdict(isHeld: boolean): string {
  return isHeld ? 'held' : 'missed';
}

/** The line about memory. */
export function memoryLine({ idle, ninefold, reference }: Servers): string {
  const { most } = ninefold.process.memory();
  return `memory of ninefold: ${idle} MiB idle (gate ${MOST_IDLE_MIB} ${verdict(idle <= MOST_IDLE_MIB)}), ${most} MiB at most (gate ${MOST_PEAK_MIB} ${verdict(most <= MOST_PEAK_MIB)}); of the reference ${reference.process.memory().most} at most`;
}
