import type { Cycle, HistoryEntry } from '@ninefold/model';

export interface Step {
  readonly state: string;
  /** `unknown`: only the history says whether the record was there, and it is not shown, or not yet. */
  readonly place: 'past' | 'current' | 'future' | 'skipped' | 'unknown';
}

/**
 * The states of the main path in written order, with where the record stands. States off the path (rejected, cancelled)
 * are among them only while the record is in one. A state that it has passed by is skipped where no step leads there any more but
 * optional ones. `visited`: null where the history is not shown: then only what every way to the present state leads through is past, of a
 * record that has changed its state (`hasMoved`): others, such as imported ones, may have begun in the present one. Of derived states
 * only the present one is a step: which comes next is not theirs to say.
 */
export function stepsOf(
  { lifecycle }: Cycle,
  current: string,
  { visited, hasMoved }: { readonly visited: ReadonlySet<string> | null; readonly hasMoved: boolean },
): readonly Step[] {
  if (lifecycle.derived.length > 0) return [{ state: current, place: 'current' }];
  const states = Object.values(lifecycle.states);
  const isOff = (kind: string): boolean => kind === 'rejected' || kind === 'cancelled';
  const path = states.filter((state) => !isOff(state.kind) || state.id === current).map((state) => state.id);
  const at = path.indexOf(current);
  const ahead = reachedFrom(lifecycle, current, visited ?? new Set());
  return path.map((state, index) => {
    if (index === at) return { state, place: 'current' };
    if (index > at) return { state, place: 'future' };
    if (visited === null)
      return { state, place: hasMoved && leadsThrough(lifecycle, state, current) ? 'past' : 'unknown' };
    if (visited.has(state)) return { state, place: 'past' };
    return { state, place: ahead.has(state) ? 'future' : 'skipped' };
  });
}

/** The states that transitions may still bring a record to, without those that are nobody's next step. `previous` is one in which it was. */
function reachedFrom(
  lifecycle: Cycle['lifecycle'],
  current: string,
  visited: ReadonlySet<string>,
): ReadonlySet<string> {
  const steps = Object.entries(lifecycle.transitions).filter(([, { optional }]) => !optional);
  const forward = { ...lifecycle, transitions: Object.fromEntries(steps) };
  const next = reachedWithout(forward, [current], null);
  const found = next.has('previous') ? reachedWithout(forward, [...next, ...visited], null) : next;
  found.delete(current);
  return found;
}

/** Whether a new record cannot come to the present state without having been in another. */
function leadsThrough(lifecycle: Cycle['lifecycle'], state: string, current: string): boolean {
  const { initial, transitions } = lifecycle;
  const create = transitions['create'];
  const starts = [initial, ...(create === undefined ? [] : targetsOf(create))];
  return !reachedWithout(lifecycle, starts, state).has(current);
}

/** Where transitions lead from some states on, these included, while a record never is in the state `without`. */
function reachedWithout(
  { transitions }: Cycle['lifecycle'],
  starts: readonly string[],
  without: string | null,
): Set<string> {
  const found = new Set(starts);
  for (const state of found) {
    if (state === without) continue;
    for (const transition of Object.values(transitions))
      if (transition.from.includes(state)) for (const next of targetsOf(transition)) found.add(next);
  }
  if (without !== null) found.delete(without);
  return found;
}

function targetsOf({ to, branches }: Cycle['lifecycle']['transitions'][string]): readonly string[] {
  return [to, ...branches.map((branch) => branch.to)];
}

/** From which state to which; of a new record there is none before. */
interface Move {
  readonly from: string | null;
  readonly to: string | null;
}

/** How an entry of the history moved a life cycle: that of `state` says so itself, of a further one it is the change of its field. */
function moveOf({ from, to, changes }: HistoryEntry, field: string): Move {
  if (field === 'state') return { from, to };
  const change = changes.find((one) => one.field === field);
  const state = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { from: state(change?.old), to: state(change?.new) };
}

/** The states of a life cycle in which the record has been. */
export function visitedIn(history: readonly HistoryEntry[], field: string): ReadonlySet<string> {
  return new Set(
    history.flatMap((entry) => {
      const { from, to } = moveOf(entry, field);
      return [from ?? '', to ?? ''];
    }),
  );
}

/** The newest entry that brought the record into a state from another. */
export function reachedBy(history: readonly HistoryEntry[] | null, state: string, field: string): HistoryEntry | null {
  const isReached = (entry: HistoryEntry): boolean => {
    const { from, to } = moveOf(entry, field);
    return to === state && from !== state;
  };
  return history?.find(isReached) ?? null;
}
