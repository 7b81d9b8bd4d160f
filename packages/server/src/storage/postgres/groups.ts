import type { Writer } from '../database.ts';

/** Works of one transaction. */
export const MOST_TOGETHER = 16;
const MOST_GROUPS = 1;

/** A work that waits for its group, and who hears what came of it. */
export interface Member {
  readonly lane: string;
  readonly work: (tx: Writer) => Promise<unknown>;
  readonly done: (value: unknown) => void;
  readonly failed: (cause: unknown) => void;
}

/** Lets works that arrive together share one transaction: its beginning, its commit and the locks that it takes are paid once. */
export type Groups = <T>(lane: string, work: (tx: Writer) => Promise<T>) => Promise<T>;

/**
 * `run` makes all of a group; it hears of its members in the order in which they came and tells each of them. Who arrives once a
 * group has begun waits for the next, which begins where everybody can see what was committed until then. Two groups that run at the
 * same time share no lane.
 */
export function createGroups(run: (members: readonly Member[]) => Promise<void>): Groups {
  const waiting: Member[] = [];
  const running = new Set<readonly Member[]>();
  let isDue = false;
  const begin = (): void => {
    isDue = false;
    if (running.size >= MOST_GROUPS) return;
    const members = takeFrom(waiting, new Set([...running].flat().map(({ lane }) => lane)));
    if (members.length === 0) return;
    running.add(members);
    const end = (): void => {
      running.delete(members);
      due();
    };
    run(members).then(end, end);
    due();
  };
  const due = (): void => {
    if (isDue || waiting.length === 0) return;
    isDue = true;
    setImmediate(begin); // requests that lie there already are read first
  };
  return (lane, work) =>
    new Promise((resolve, reject) => {
      waiting.push({ lane, work, done: (value) => resolve(value as Awaited<ReturnType<typeof work>>), failed: reject });
      due();
    });
}

/** The first whose lanes nobody else is in. */
function takeFrom(waiting: Member[], taken: ReadonlySet<string>): readonly Member[] {
  const members = waiting.filter(({ lane }) => !taken.has(lane)).slice(0, MOST_TOGETHER);
  for (const member of members) waiting.splice(waiting.indexOf(member), 1);
  return members;
}
