import { readdirSync, readFileSync } from 'node:fs';

/** Measures processes where `/proc` exists; elsewhere every figure is null. */
export interface Watched {
  /** Processor time so far, in ms. */
  cpu(): number;
  /** MiB of the largest process: now, and the most that it ever was. */
  memory(): { readonly now: number; readonly most: number };
}

const TICK_MS = 10;

interface Entry {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/**
 * A process and all processes that it started, looked up at each call. A process that has ended counts with its last
 * known figures.
 */
export function watched(root: number): Watched {
  const spent = new Map<number, number>();
  return {
    cpu: () => {
      for (const { pid, ticks } of descendants(root)) spent.set(pid, ticks * TICK_MS);
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

function descendants(root: number): readonly Entry[] {
  const all = entries();
  const found = all.filter(({ pid }) => pid === root);
  for (let at = 0; at < found.length; at += 1) found.push(...all.filter(({ parent }) => parent === found[at]?.pid));
  return found;
}

function entries(): readonly Entry[] {
  return names().flatMap((name) => {
    const text = textOf(`/proc/${name}/stat`);
    const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return text === ''
      ? []
      : [{ pid: Number(name), parent: Number(rest[1]), ticks: Number(rest[11]) + Number(rest[12]) }];
  });
}

function names(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
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
