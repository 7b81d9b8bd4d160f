import type { EntityReaction } from '../ir/effect.ts';
import type { Entity } from '../ir/entity.ts';
import { isLines, isReference } from '../field-types/traits.ts';
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

/** What every record has and only a write of it changes. */
const WRITTEN: ReadonlySet<string> = new Set([
  ...['id', 'created_at', 'created_by', 'changed_at', 'changed_by', 'state', 'state_since', 'state_final'],
]);

/** Whether what a path reads is stored with the record, so that nothing but a write of it, or of what a stored value is computed from, changes it. */
export function isStoredWith({ fields }: Pick<Entity, 'fields'>, path: string): boolean {
  const [root, name = '', ...rest] = stepsOf(path);
  if (root !== 'record') return root === 'limits';
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return WRITTEN.has(name) && isOwnStep(rest);
  if (field.computed?.live === true) return false;
  if (!isLines(field)) return isOwnStep(rest);
  const inner = field.fields[rest[0] ?? ''];
  if (inner?.computed?.live === true) return false;
  return inner === undefined ? rest.length === 0 : !isReference(inner) || isOwnStep(rest.slice(1));
}

/** Nothing, or the id of what is referred to. */
function isOwnStep(rest: readonly string[]): boolean {
  return rest.length === 0 || (rest.length === 1 && rest[0] === 'id');
}
