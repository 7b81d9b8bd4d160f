import type { RunningState } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { walkBack } from '../../dependencies/dependents.ts';
import { type Draft, references } from '../../loading/rows.ts';
import type { KeptTotal } from '../../loading/kept-totals.ts';
import { partOf } from '../../loading/total-rows.ts';
import type { Cause, Movement, Pending } from '../../services/pending.ts';
import type { Following } from '../../services/write-context.ts';
import type { Difference } from '../change.ts';

/** Computed values go in no circle: a specification with one is refused. */
const MOST_STEPS = 2000;

/** Notes the records whose stored values read what a difference has changed. `depth`: how many steps led to it. */
export async function noteDependents(difference: Following & Difference, pending: Pending, depth = 0): Promise<void> {
  const { entity, tx, dependencies } = difference;
  if (depth > MOST_STEPS)
    throw new Refusal('fault', { cause: new Error(`computed values of ${entity.id} do not come to rest`) });
  for (const { entity: other, steps, anew } of dependencies.dependents.get(entity.id) ?? []) {
    const totals = new Map(anew.map((name) => [name, null] as const));
    for (const id of (await walkBack(tx, steps, difference)) ?? [])
      pending.add(other, id, (known) => joined(known, { depth: depth + 1, totals }, []));
  }
  for (const total of dependencies.totals.get(entity.id) ?? []) noteHolders(difference, pending, total, depth + 1);
}

/** Notes the records whose running total the difference changes. */
function noteHolders(difference: Following & Difference, pending: Pending, kept: KeptTotal, depth: number): void {
  const { scope } = difference;
  const ends = [difference.before, difference.record] as readonly (Draft | null)[]; // records of a plan for writing
  const [old, now] = ends.map((item) => partOf(kept, item, scope));
  const [left, entered] = ends.map(
    (item) => new Set(item === null ? [] : references(item[kept.field.id]).map(({ id }) => id)),
  );
  const part = (state: RunningState | null | undefined, isIn: boolean | undefined): RunningState | null =>
    isIn === true ? (state ?? null) : kept.total.empty;
  for (const id of new Set([...(left ?? []), ...(entered ?? [])])) {
    const [out, into] = [part(old, left?.has(id)), part(now, entered?.has(id))];
    const isSame = JSON.stringify(out) === JSON.stringify(into);
    if (isSame && out !== null) continue;
    const movement = out === null || into === null ? null : { entered: into, left: out };
    const totals = new Map([[kept.name, movement] as const]);
    pending.add(kept.holder, id, (known) => joined(known, { depth, totals }, [kept]));
  }
}

/** Both causes as one. `kept` are the running totals of the second one's movements. */
function joined(known: Cause | undefined, cause: Cause, kept: readonly KeptTotal[]): Cause {
  if (known === undefined) return cause;
  const totals = new Map(known.totals);
  for (const [name, movement] of cause.totals) {
    const first = totals.get(name);
    const total = kept.find((each) => each.name === name)?.total;
    const both = (a: Movement, b: Movement): Movement | null =>
      total === undefined ? null : { entered: total.plus(a.entered, b.entered), left: total.plus(a.left, b.left) };
    if (first === undefined) totals.set(name, movement);
    else totals.set(name, first === null || movement === null ? null : both(first, movement));
  }
  return { depth: Math.max(known.depth, cause.depth), totals };
}
