import type { Entity, Transition } from '@ninefold/model';

/**
 * The condition, as an expression, for records of this entity whose next step somebody with these roles may take;
 * null where there is none. Cancelling a record and steps that keep the state do not count as next steps.
 * `guards`: with the conditions of the steps, where they read nothing but the record and the user.
 */
export function waitingWhere(entity: Entity, roles: readonly string[], guards: boolean): string | null {
  const { lifecycle } = entity;
  if (!lifecycle) return null;
  const steps = Object.values(lifecycle.transitions).filter((step) => {
    const leads = step.id !== 'create' && step.to !== 'same' && lifecycle.states[step.to]?.kind !== 'cancelled';
    return leads && step.by.some((role) => roles.includes(role));
  });
  const ways = steps.flatMap((step) =>
    step.from
      .filter((id) => lifecycle.states[id]?.final === false)
      .map((state) => ({ state, guard: guards ? guardOf(step) : null })),
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

function guardOf({ when }: Transition): string | null {
  if (!when || when.source === '') return null;
  return when.reads.some((path) => /^(?:input|before|transition)\b/.test(path)) ? null : when.source;
}
