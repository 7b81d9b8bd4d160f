import type { EntityReaction } from '../ir/effect.ts';
import type { Entity } from '../ir/entity.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { stepsOf } from '../values/paths.ts';

/** No transition is called so: ids have no blank. */
const PREFIX = 'reaction ';

/** The name under which a reaction stands among the timers of a record. */
export function reactionTimer({ id }: Pick<EntityReaction, 'id'>): string {
  return PREFIX + id;
}

/** The id of the reaction that a timer fires; null where it fires a transition. */
export function firedReaction(timer: string): string | null {
  return timer.startsWith(PREFIX) ? timer.slice(PREFIX.length) : null;
}

/** The reactions of an entity that fire without a write of their record, in written order. */
export const timedReactions = memoizedWeakly((entity: Entity): readonly EntityReaction[] =>
  entity.reactions.filter(({ turnedBy }) => turnedBy !== 'write'),
);

/** The members of a record on which the condition of a reaction depends, those that its live values read among them. */
export const turningNames = memoizedWeakly((entity: Entity) =>
  memoizedWeakly(({ when }: EntityReaction): ReadonlySet<string> => {
    const found = new Set<string>();
    const follow = (reads: readonly string[]): void => {
      for (const [root, name = ''] of reads.map(stepsOf)) {
        if (root !== 'record' || found.has(name)) continue;
        found.add(name);
        const computed = Object.hasOwn(entity.fields, name) ? entity.fields[name]?.computed : null;
        if (computed?.live === true) follow(computed.expression.reads);
      }
    };
    follow(when.reads);
    return found;
  }),
);
