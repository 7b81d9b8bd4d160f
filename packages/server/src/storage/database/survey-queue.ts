import { Refusal } from '../../refusal.ts';

/** How many surveys run and wait. */
export interface SurveyQueueLimits {
  /** So many run at the same time. */
  readonly most: number;
  /** So many wait, of all callers together. */
  readonly waiting: number;
  /** So many wait of one caller. */
  readonly waitingEach: number;
  /** So long a turn is waited for, in ms. */
  readonly waitMs: number;
}

/** Lets surveys run in turns. */
export interface SurveyQueue {
  /**
   * Runs `work` when it is its turn. Of those that wait, the caller who has used least time comes first. A caller whose surveys are
   * not quick leaves one turn to the others. Throws the refusals `too_many_requests` where the caller has too many waiting, and
   * `overloaded` where too many wait or the turn does not come in time.
   */
  take<T>(caller: string, work: () => Promise<T>): Promise<T>;
  /** Ends when nothing runs or waits. */
  drained(): Promise<void>;
}

/** A caller who has surveys, or has used more time than the others. */
interface Asker {
  /** The time that is charged to them, in ms. */
  used: number;
  /** How long their last survey took, in ms. */
  last: number;
  running: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly begin: () => void;
}

/** A caller whose last survey took less time, in ms, may have all turns: nobody waits long for the end of such a survey. */
const QUICK_MS = 50;

interface State {
  readonly limits: SurveyQueueLimits;
  readonly askers: Map<string, Asker>;
  /** To be told when nothing runs or waits any more. */
  readonly drained: Set<() => void>;
  running: number;
  /** What the caller had used who got the last turn: a caller who comes back is not ahead of the others for having been away. */
  reached: number;
}

export function createSurveyQueue(limits: SurveyQueueLimits): SurveyQueue {
  const state: State = { limits, askers: new Map(), drained: new Set(), running: 0, reached: 0 };
  return {
    take: (caller, work) => {
      const asker = askerOf(state, caller);
      return mayRun(state, asker) ? run(state, asker, work) : wait(state, asker, work);
    },
    drained: async () => {
      if (state.running + waitingOf(state) > 0) await new Promise<void>((tell) => state.drained.add(tell));
    },
  };
}

function askerOf({ askers, reached }: State, caller: string): Asker {
  const asker = askers.get(caller) ?? { used: reached, last: Infinity, running: 0, waiting: [] };
  if (isIdle(asker)) asker.used = Math.max(asker.used, reached);
  askers.set(caller, asker);
  return asker;
}

function isIdle({ running, waiting }: Asker): boolean {
  return running + waiting.length === 0;
}

function waitingOf({ askers }: State): number {
  return [...askers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
}

function mayRun({ limits: { most }, running }: State, asker: Asker): boolean {
  const own = asker.last < QUICK_MS ? most : Math.max(1, most - 1);
  return running < most && asker.running < own;
}

async function run<T>(state: State, asker: Asker, work: () => Promise<T>): Promise<T> {
  state.running += 1;
  asker.running += 1;
  state.reached = Math.max(state.reached, asker.used);
  const began = performance.now();
  try {
    return await work();
  } finally {
    state.running -= 1;
    asker.running -= 1;
    asker.last = performance.now() - began;
    asker.used += asker.last;
    beginNext(state);
    forget(state);
  }
}

function beginNext(state: State): void {
  const able = [...state.askers.values()].filter((asker) => asker.waiting.length > 0 && mayRun(state, asker));
  if (able.length === 0) return;
  const first = able.reduce((best, asker) => (asker.used < best.used ? asker : best));
  first.waiting.shift()?.begin();
  beginNext(state);
}

/** Who has nothing left is remembered only as long as others, who have used less, come first. */
function forget(state: State): void {
  const { askers, running, reached, drained } = state;
  const isEmpty = running + waitingOf(state) === 0;
  for (const [caller, asker] of askers) if (isIdle(asker) && (isEmpty || asker.used <= reached)) askers.delete(caller);
  if (!isEmpty) return;
  for (const tell of drained) tell();
  drained.clear();
}

function wait<T>(state: State, asker: Asker, work: () => Promise<T>): Promise<T> {
  const { waiting, waitingEach, waitMs } = state.limits;
  const refusal = (code: 'overloaded' | 'too_many_requests'): Refusal =>
    new Refusal(code, { params: { seconds: Math.max(1, Math.ceil(waitMs / 1000)) } });
  return new Promise((resolve, reject) => {
    const refuse = (code: 'overloaded' | 'too_many_requests'): void => {
      forget(state);
      reject(refusal(code));
    };
    if (asker.waiting.length >= waitingEach) return refuse('too_many_requests');
    if (waitingOf(state) >= waiting) return refuse('overloaded');
    const begin = (): void => {
      clearTimeout(one.timer);
      run(state, asker, work).then(resolve, reject);
    };
    const late = (): void => {
      asker.waiting.splice(asker.waiting.indexOf(one), 1);
      refuse('overloaded');
    };
    const one: Waiting = { timer: setTimeout(late, waitMs), begin };
    asker.waiting.push(one);
    return undefined;
  });
}
