import { didList, evaluateWire, idOf, type RecordValue, type Scope, type Transition, type Wire } from '@ninefold/model';
import type { Attempt } from './attempt.ts';
import { numbersAt } from './sequences.ts';
import { settleFully } from './settle-fully.ts';

/** The numbers that it draws, `set` in written order, each seeing those before, then the new state and what is computed from it. */
export async function applyTransition(
  attempt: Attempt,
  transition: Transition,
  before: RecordValue | null,
  record: RecordValue,
  scope: Scope,
): Promise<RecordValue> {
  const inAttempt = { ...attempt, scope };
  const numbers = await numbersAt(attempt.tx, attempt.entity, transition.id, record, scope.today);
  let current = Object.keys(numbers).length === 0 ? record : await settleFully(inAttempt, record, numbers);
  for (const { field: name, value } of transition.set) {
    const field = attempt.entity.fields[name];
    const wire = field ? evaluateWire(value, { ...scope, record: current, before }, field) : undefined;
    if (wire !== undefined) current = await settleFully(inAttempt, current, { [name]: ownReference(wire) });
  }
  const fired = withFired(attempt, transition, current);
  return settleFully(inAttempt, entered(attempt, transition, fired, scope.now), {});
}

/** A reference of its own, so that completing it changes nobody else's. */
function ownReference(wire: Wire): Wire {
  return typeof wire === 'object' && wire !== null && !Array.isArray(wire) ? { ...wire } : wire;
}

/** From now on who fires it is among those who did, where that list is known. */
export function withFired({ caller }: Pick<Attempt, 'caller'>, { id }: Transition, record: RecordValue): RecordValue {
  const list = didList(id);
  const people = record[list];
  if (!Array.isArray(people) || people.some((person: Wire) => idOf(person) === caller.me.id)) return record;
  return { ...record, [list]: [...(people as readonly Wire[]), { id: caller.me.id }] };
}

function entered({ entity }: Attempt, transition: Transition, record: RecordValue, now: string): RecordValue {
  if (transition.to === 'same' || !entity.lifecycle) return record;
  return {
    ...record,
    state: transition.to,
    state_since: now,
    state_final: entity.lifecycle.states[transition.to]?.final === true,
  };
}
