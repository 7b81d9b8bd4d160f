import { readdirSync, readFileSync } from 'node:fs';

/** Measures processes where `/proc` exists; elsewhere every figure is null. */
export interface Watched {
  /** Processor time so far, in ms. */
  cpu(): number;
  /** MiB of the largest process: now, and the most that it ever was. */
  memory(): { readonly now: number; readonly most: number };
}

const TICK_MS = 10;
const MS_NS = 1e6;
const IS_EXACT = textOf('/proc/self/schedstat') !== '';

interface Entry {
  readonly pid: number;
  readonly parent: number;
  /** ms of processor time, in steps of a tick. */
  readonly spent: number;
}

/**
 * A process and all processes that it started, looked up at each call. A process that has ended counts with its last
 * known figures.
 */
export function watched(root: number): Watched {
  const spent = new Map<string, number>();
  return {
    cpu: () => {
      for (const entry of descendants(root)) for (const [thread, ms] of spentBy(entry)) spent.set(thread, ms);
      return [...spent.values()].reduce((sum, ms) => sum + ms, 0);
    },
    memory: () => {
      const sizes = descendants(root).map(({ pid }) => memoryOf(pid));
      return {
        now: Math.max(0, ...sizes.map(({ now }) => now)),
        most: Math.max(0, ...sizes.map(({ most }) => most)),
      };
    },
  };
}

/** Processes are quiet that take less than this share of a processor for so long. */
const QUIET_SHARE = 0.05;
const QUIET_MS = 2000;
const MOST_WAITING_MS = 900_000;

/**
 * Waits until these processes have done what they do by themselves after rows were written beside them: what is due, statistics,
 * indexes. All of it would count as processor time of the calls that are measured.
 */
export async function whenQuiet(...processes: readonly (Watched | null)[]): Promise<void> {
  const spent = (): number => processes.reduce((sum, process) => sum + (process?.cpu() ?? 0), 0);
  for (const end = performance.now() + MOST_WAITING_MS; performance.now() < end; ) {
    const before = spent();
    await new Promise((resolve) => {
      setTimeout(resolve, QUIET_MS);
    });
    if (spent() - before < QUIET_MS * QUIET_SHARE) return;
  }
  throw new Error('what is measured works by itself, and does not come to an end');
}

function descendants(root: number): readonly Entry[] {
  const all = entries();
  const found = all.filter(({ pid }) => pid === root);
  for (let at = 0; at < found.length; at += 1) found.push(...all.filter(({ parent }) => parent === found[at]?.pid));
  return found;
}

function entries(): readonly Entry[] {
  return namesIn('/proc').flatMap((name) => {
    const text = textOf(`/proc/${name}/stat`);
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return text === ''
      ? []
      : [{ pid: Number(name), parent: Number(rest[1]), spent: (Number(rest[11]) + Number(rest[12])) * TICK_MS }];
  });
}

/** ms of processor time of each thread, to the nanosecond where the system says so; else of the whole process, in ticks. */
function spentBy({ pid, spent }: Entry): readonly (readonly [thread: string, ms: number])[] {
  if (!IS_EXACT) return [[String(pid), spent]];
  return namesIn(`/proc/${String(pid)}/task`).flatMap((thread) => {
    const text = textOf(`/proc/${String(pid)}/task/${thread}/schedstat`);
    return text === '' ? [] : [[`${String(pid)} ${thread}`, Number(text.split(' ')[0]) / MS_NS] as const];
  });
}

/** The names of processes, or of the threads of one. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const text = textOf(`/proc/${pid}/status`);
  const mib = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) / 1024);
  return { now: mib('VmRSS'), most: mib('VmHWM') };
}

/** The figures of a process that has just ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
