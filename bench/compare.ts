import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Order, Result } from './load.ts';
import type { Engine } from './places.ts';
import type { Servers, Target } from './servers.ts';

export const CONNECTIONS = 16;
const WARM_UP_MS = 700;
const MEASURED_MS = 2500;
/** How often somebody changes something while others read, in ms. */
const BESIDE_MS = 100;
const READS: ReadonlySet<string> = new Set(['get', 'list', 'deep', 'search']);
const WRITES: ReadonlySet<string> = new Set(['create', 'update']);
/** The lowest accepted ratio to the reference. */
const GATES: Readonly<Record<Engine, Readonly<Record<string, number>>>> = {
  sqlite: { get: 0.5, list: 20, search: 8 },
  postgres: { get: 0.5, list: 5, search: 5 },
};
/** The lowest accepted ratio to writes by hand into the same tables, and where a number is drawn. */
const LEAST_OF_SAME = 0.5;
const LEAST_NUMBERED = 0.4;
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
  /** Of a write: by hand into the same tables, and whether a number is drawn. */
  readonly same: { readonly measured: Measured; readonly isNumbered: boolean } | null;
}

/** Loads both servers with one call in turn; the result is the median of the rounds. */
export async function compare(servers: Servers, name: string, rounds: number): Promise<Compared> {
  const ours: Measured[] = [];
  const theirs: Measured[] = [];
  const free: Measured[] = [];
  const same: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await measure(servers, servers.ninefold, name));
    theirs.push(await measure(servers, servers.reference, name));
    if (READS.has(name)) free.push(await measure(servers, servers.free, name));
    if (WRITES.has(name)) same.push(await measure(servers, servers.same, name));
  }
  const isNumbered = servers.isNumbered && name === 'create';
  return {
    ours: median(ours),
    theirs: median(theirs),
    free: free.length === 0 ? null : median(free),
    same: same.length === 0 ? null : { measured: median(same), isNumbered },
  };
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

/** A value that a bench judges, and its limit. */
interface Gate {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  readonly isHeld: boolean;
}

function atLeast(what: string, value: number, limit: number): Gate {
  return { what, value, limit, isHeld: value >= limit };
}

function atMost(what: string, value: number, limit: number): Gate {
  return { what, value, limit, isHeld: value <= limit };
}

/**
 * What is judged of a call; null where it has no such limit. Of a write into the same tables the processor time decides: the product
 * shares a commit among calls, so that its answers a second say more of the disk.
 */
function gatesOf(engine: Engine, name: string, { ours, theirs, free, same }: Compared) {
  const least = GATES[engine][name];
  const ratio = ours.perSecond / theirs.perSecond;
  const leastOfSame = same?.isNumbered === true ? LEAST_NUMBERED : LEAST_OF_SAME;
  return {
    ratio: least === undefined ? null : atLeast('ratio to the reference', ratio, least),
    spread: atMost('p99 against p50', ours.p99 / ours.p50, MOST_SPREAD),
    rule: free === null ? null : atMost('time of the rule', free.perSecond / ours.perSecond, MOST_RULE),
    same: same === null ? null : atLeast('ratio to the same tables', same.measured.cpu / ours.cpu, leastOfSame),
  };
}

/** The limits that a call misses, in words. */
export function missedOf(engine: Engine, name: string, compared: Compared): readonly string[] {
  return missed(Object.values(gatesOf(engine, name, compared))).map((what) => `${name}: ${what}`);
}

function missed(gates: readonly (Gate | null)[]): readonly string[] {
  const open = gates.filter((gate) => gate !== null && !gate.isHeld);
  return open.map((gate) => `${gate?.what ?? ''} ${gate?.value.toFixed(2) ?? ''} of ${String(gate?.limit)}`);
}

/** One line of the table. */
export function lineOf(engine: Engine, name: string, compared: Compared): string {
  const { ours, theirs, free, same } = compared;
  const gates = gatesOf(engine, name, compared);
  return [
    name.padEnd(7),
    cells(ours),
    ` ${cells(theirs)} `,
    (ours.perSecond / theirs.perSecond).toFixed(2).padStart(6),
    (theirs.cpu / ours.cpu).toFixed(2).padStart(6),
    (gates.ratio === null ? '' : `${String(gates.ratio.limit).padStart(4)} ${verdict(gates.ratio)}`).padEnd(12),
    `${gates.spread.value.toFixed(1).padStart(5)} ${verdict(gates.spread)}`.padEnd(13),
    free === null ? '' : `${ruleCost(gates.rule)} (by cpu ${(ours.cpu / free.cpu).toFixed(2)})`,
    same === null ? '' : `\n        ${sameLine(ours, same)}, gate ${String(gates.same?.limit)} ${verdict(gates.same)}`,
  ].join(' ');
}

function sameLine(ours: Measured, { measured, isNumbered }: NonNullable<Compared['same']>): string {
  const [ratio, byCpu] = [ours.perSecond / measured.perSecond, measured.cpu / ours.cpu];
  const what = `the same tables by hand${isNumbered ? ', with a number' : ''}`;
  return `${what}: ${cells(measured).trimStart()}; ratio ${ratio.toFixed(2)}, by cpu ${byCpu.toFixed(2)}`;
}

function ruleCost(gate: Gate | null): string {
  return `${gate?.value.toFixed(2) ?? ''} ${verdict(gate)}`;
}

function cells({ perSecond, p50, p99, cpu }: Measured): string {
  return [
    perSecond.toFixed(0).padStart(11),
    ...[p50, p99].map((ms) => ms.toFixed(2).padStart(7)),
    cpu.toFixed(3).padStart(7),
  ].join(' ');
}

function verdict(gate: Gate | null): string {
  return gate?.isHeld === false ? 'missed' : 'held';
}

function memoryGates({ idle, ninefold }: Servers): readonly [Gate, Gate] {
  const { most } = ninefold.process.memory();
  return [atMost('memory idle, MiB', idle, MOST_IDLE_MIB), atMost('memory at most, MiB', most, MOST_PEAK_MIB)];
}

export function missedMemory(servers: Servers): readonly string[] {
  return missed(memoryGates(servers));
}

/** The line about memory. */
export function memoryLine(servers: Servers): string {
  const [idle, most] = memoryGates(servers);
  const told = ({ value, limit, ...gate }: Gate): string =>
    `${String(value)} MiB (gate ${String(limit)} ${verdict({ value, limit, ...gate })})`;
  return `memory of ninefold: idle ${told(idle)}, at most ${told(most)}; of the reference ${String(servers.reference.process.memory().most)} at most`;
}
