import { didList, evaluateWire, idOf, type RecordValue, type Transition, type Wire } from '@ninefold/model';
import type { WriteContext } from '../../services/write-context.ts';
import { settleFully, withRecord, type Change } from '../change.ts';
import { numbersAt } from '../storing/sequences.ts';
import { runEffects } from './effects.ts';

/**
 * The change after its transition has fired: the numbers that it draws, `set` in written order, each seeing those before, then
 * the new state and what is computed from it.
 */
export async function applyTransition<C extends Change>(change: C, transition: Transition): Promise<C> {
  const { entity, before, record, writeScope: scope } = change;
  const write: WriteContext = { ...change, scope };
  const numbers = await numbersAt(change, { transition: transition.id, record, today: scope.today });
  let current = Object.keys(numbers).length === 0 ? record : await settleFully(write, record, numbers);
  for (const { field: name, value } of transition.set) {
    const field = entity.fields[name];
    const wire = field ? evaluateWire(value, { ...scope, record: current, before }, field) : undefined;
    if (wire !== undefined) current = await settleFully(write, current, { [name]: ownReference(wire) });
  }
  const fired = withFired(change, transition, current);
  const after = await settleFully(write, entered(change, transition, fired), {});
  await runEffects(write, transition, after);
  return withRecord(change, after);
}

/** A reference of its own, so that completing it changes no other value. */
function ownReference(wire: Wire): Wire {
  return typeof wire === 'object' && wire !== null && !Array.isArray(wire) ? { ...wire } : wire;
}

/** From now on the caller is among those who fired the transition, where that list is known. */
export function withFired({ caller }: WriteContext, { id }: Transition, record: RecordValue): RecordValue {
  const list = didList(id);
  const people = record[list];
  if (!Array.isArray(people) || people.some((person: Wire) => idOf(person) === caller.me.id)) return record;
  return { ...record, [list]: [...(people as readonly Wire[]), { id: caller.me.id }] };
}

function entered({ entity, scope }: WriteContext, transition: Transition, record: RecordValue): RecordValue {
  if (transition.to === 'same' || !entity.lifecycle) return record;
  return {
    ...record,
    state: transition.to,
    state_since: scope.now,
    state_final: entity.lifecycle.states[transition.to]?.final === true,
  };
}
