import { fieldsArising, type Entity, type Transition } from '@ninefold/model';

/**
 * The condition, as an expression, for records of this entity whose next step somebody with these roles may take;
 * null where there is none. Cancelling a record, steps that keep the state and `optional` ones do not count as next steps.
 * `guards`: with the conditions of the steps, where they read nothing but the record and the user.
 */
export function waitingWhere(entity: Entity, roles: readonly string[], guards: boolean): string | null {
  const { lifecycle } = entity;
  if (!lifecycle) return null;
  const steps = Object.values(lifecycle.transitions).filter((step) => {
    const leads =
      step.id !== 'create' && !step.optional && step.to !== 'same' && lifecycle.states[step.to]?.kind !== 'cancelled';
    return leads && step.by.some((role) => roles.includes(role));
  });
  const ways = steps.flatMap((step) =>
    step.from
      .filter((id) => lifecycle.states[id]?.final === false)
      .map((state) => ({ state, guard: guards ? guardOf(entity, step) : null })),
  );
  const free = [...new Set(ways.filter(({ guard }) => guard === null).map(({ state }) => state))];
  const guarded = ways
    .filter(({ state }) => !free.includes(state))
    .map(({ state, guard }) => stepWhere([state], guard));
  const parts = free.length === 0 ? guarded : [stepWhere(free, null), ...guarded];
  return parts.length === 0 ? null : [...new Set(parts)].join(' || ');
}

function stepWhere(states: readonly string[], guard: string | null): string {
  const inStates = `record.state in ${JSON.stringify(states)}`;
  return guard === null ? `(${inStates})` : `(${inStates} && (${guard}))`;
}

/** Null where the guard reads more than the record and the user, or what the dialog of the step asks for. */
function guardOf(entity: Entity, { when, asks }: Transition): string | null {
  if (!when || when.source === '') return null;
  const asked = fieldsArising(entity, asks);
  const isOpen = (path: string): boolean =>
    /^(?:input|before|transition)\b/.test(path) || asked.has(/^record\.([^.]+)/.exec(path)?.[1] ?? '');
  return when.reads.some(isOpen) ? null : when.source;
}
