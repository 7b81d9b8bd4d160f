import {
  asSeen,
  cycleOf,
  didList,
  evaluateWire,
  idOf,
  stateEntered,
  stateIn,
  stateNames,
  type FieldValue,
  type RecordValue,
  type Transition,
  type Wire,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { withLiveValues } from '../../services/find-record.ts';
import type { WriteContext } from '../../services/write-context.ts';
import { authorOf, settleFully, withRecord, type Change } from '../change.ts';
import { refuseHiddenLimit } from '../judging/judge-write.ts';
import { previousState } from './previous-state.ts';
import { numbersAt } from '../storing/sequences.ts';

/**
 * The change after its transition has fired: the numbers that it draws, `set` in written order, each seeing those before, then
 * the new state and what is computed from it.
 */
export async function applyTransition<C extends Change>(change: C, transition: Transition): Promise<C> {
  const { before, record, writeScope: scope } = change;
  const write: WriteContext = { ...change, scope };
  const seen = { ...scope, record: asSeen(change.entity, record, scope) };
  const numbers = await numbersAt(change, { transition: transition.id, record, today: scope.today, seen });
  const drawn = Object.keys(numbers).length === 0 ? record : await settleFully(write, record, numbers);
  const fired = withFired(change, transition, await withSet(write, transition.set, { before, record: drawn }));
  const next = await entered(write, transition, { before, record: fired });
  return withRecord(change, await settleFully(write, next, {}));
}

/** The record with the values of `set`, in written order, each seeing those before. */
export async function withSet(
  write: WriteContext,
  set: readonly FieldValue[],
  { before, record }: { readonly before: RecordValue | null; readonly record: RecordValue },
): Promise<RecordValue> {
  let current = record;
  for (const { field: name, value } of set) {
    const field = write.entity.fields[name];
    const wire = field ? evaluateWire(value, { ...write.scope, record: current, before }, field) : undefined;
    if (wire !== undefined)
      current = await settleFully({ ...write, worked: true }, current, { [name]: ownReference(wire) });
  }
  return current;
}

/** A reference of its own, so that completing it changes no other value. */
function ownReference(wire: Wire): Wire {
  return typeof wire === 'object' && wire !== null && !Array.isArray(wire) ? { ...wire } : wire;
}

/** From now on the caller is among those who fired the transition, where that list is known. */
export function withFired({ caller }: WriteContext, { id }: Transition, record: RecordValue): RecordValue {
  const list = didList(id);
  const people = record[list];
  const author = authorOf(caller);
  if (author === null || !Array.isArray(people)) return record;
  if (people.some((person: Wire) => idOf(person) === author)) return record;
  return { ...record, [list]: [...(people as readonly Wire[]), { id: author }] };
}

/** The record in its next state. Refuses with `no_next_state` where the transition leads to none. */
async function entered(
  write: WriteContext,
  transition: Transition,
  { before, record }: { readonly before: RecordValue | null; readonly record: RecordValue },
): Promise<RecordValue> {
  const { entity, scope } = write;
  const cycle = cycleOf(entity, transition.id);
  if (cycle === null || (transition.to === 'same' && !transition.restart)) return record;
  const seen = asSeen(entity, withLiveValues(entity, record, scope), scope);
  const previous = transition.to === 'previous' ? await previousState(write, cycle, record.id) : null;
  const from = stateIn(entity, record, transition.id) ?? '';
  const state = stateEntered(transition, { from, previous, scope: { ...scope, before, record: seen } });
  if (state === null) {
    for (const { when } of transition.branches) refuseHiddenLimit(scope, when?.reads ?? []);
    throw new Refusal('no_next_state', { params: { entity: entity.id, transition: transition.id } });
  }
  const { since, final } = stateNames(cycle.field);
  return {
    ...record,
    [cycle.field]: state,
    [since]: scope.now,
    [final]: cycle.lifecycle.states[state]?.final === true,
  };
}
