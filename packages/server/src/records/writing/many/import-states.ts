import {
  type Entity,
  malformed,
  movedCycles,
  normalValue,
  type Problem,
  type RecordValue,
  stateField,
  type Wire,
} from '@ninefold/model';
import type { Sent } from '../../context/body.ts';

/** What a row says, its states apart from the rest. Without an own state a record begins as any other. */
export interface StatesApart {
  readonly values: Sent;
  /** The states that the row gives, by the field that holds each; null where it gives none. */
  readonly states: Sent | null;
}

/** Takes the states that a row gives out of its values. */
export function statesApart(entity: Entity, all: Sent): StatesApart {
  const names = new Set(movedCycles(entity).map(({ field }) => field));
  const part = (isState: boolean): Sent =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name) === isState));
  const [states, values] = [part(true), part(false)];
  const given = Object.entries(states).filter(([, value]) => value !== null && value !== '');
  return { values, states: given.length === 0 ? null : Object.fromEntries(given) };
}

/** States that their life cycle does not have, and of a record that is there (`seen`) those that it is not in. */
export function stateProblems(entity: Entity, states: Sent | null, seen: RecordValue | null): readonly Problem[] {
  return Object.entries(states ?? {}).flatMap(([path, given]): readonly Problem[] => {
    const field = path === 'state' ? stateField(entity) : entity.fields[path];
    if (!field) return [];
    const value: Wire = normalValue(field, given);
    const code = malformed(field, value);
    if (code !== null) return [{ path, code, params: {} }];
    return seen !== null && seen[path] !== value ? [{ path, code: 'state_stays', params: {} }] : [];
  });
}
