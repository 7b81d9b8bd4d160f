import {
  cyclesOf,
  isLines,
  isManyReferences,
  isOneReference,
  type Entity,
  type Model,
  stateNames,
} from '@ninefold/model';
import { fieldsRead } from '../../expressions/walk.ts';

/** What is worked out of a value, by `entity.field`. */
export type Follows = ReadonlyMap<string, ReadonlySet<string>>;

/** Computed values, derived states, and lists of who refers to a record, with the values that each of them reads. */
export function followsOf(model: Model): Follows {
  const follows = new Map<string, Set<string>>();
  const add = (value: string, reads: Iterable<string>): void => {
    for (const read of reads) {
      const known = follows.get(read) ?? new Set();
      follows.set(read, known.add(value));
    }
  };
  for (const entity of Object.values(model.entities)) {
    addFields(add, entity.fields, entity.id);
    addStates(add, entity);
  }
  return follows;
}

type Add = (value: string, reads: Iterable<string>) => void;

function addFields(add: Add, fields: Entity['fields'], place: string): void {
  for (const field of Object.values(fields)) {
    const path = `${place}.${field.id}`;
    if (field.computed) add(path, fieldsRead(field.computed.expression.tree));
    if ((isOneReference(field) || isManyReferences(field)) && field.inverse !== '')
      add(`${field.to}.${field.inverse}`, [path]);
    if (isLines(field)) addFields(add, field.fields, path);
  }
}

function addStates(add: Add, entity: Entity): void {
  for (const { field, lifecycle } of cyclesOf(entity)) {
    const state = `${entity.id}.${field}`;
    for (const { when } of lifecycle.derived) add(state, fieldsRead(when?.tree ?? null));
    for (const name of Object.values(stateNames(field))) add(`${entity.id}.${name}`, [state]);
  }
}

/** These values, and all that follows from them. */
export function withFollowing(follows: Follows, values: readonly string[]): ReadonlySet<string> {
  const found = new Set(values);
  for (const value of found) for (const next of follows.get(value) ?? []) found.add(next); // grows while it is walked
  return found;
}
