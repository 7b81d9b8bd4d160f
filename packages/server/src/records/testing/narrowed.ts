import {
  allows,
  asSeen,
  fieldRights,
  type Entity,
  type Model,
  type RecordValue,
  type Rights,
  type Scope,
} from '@ninefold/model';
import type { Draft } from '../reading/holder.ts';
import { targetOf } from '../reading/tree.ts';

/** Paths with what the grants read of every record on the way. */
export function withGrants(model: Model, rights: Rights, entity: string, paths: readonly string[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => [path, ...grantsAlong(model, rights, entity, path.split('.'), '')]))];
}

function grantsAlong(
  model: Model,
  rights: Rights,
  entity: string,
  [name, ...rest]: readonly string[],
  before: string,
): readonly string[] {
  const read = rights
    .grants(entity)
    .flatMap(({ verbs }) => (verbs.read === undefined || verbs.read === true ? [] : verbs.read.reads))
    .filter((path) => path.startsWith('record.'))
    .map((path) => `${before}${path.slice('record.'.length)}`);
  const target = name === undefined ? null : targetOf(model, entity, name);
  return target === null ? read : [...read, ...grantsAlong(model, rights, target, rest, `${before}${String(name)}.`)];
}

/** A loaded record as its reader may know it: whatever the grants do not show him is not there, at every step. */
export function narrowed(model: Model, rights: Rights, entity: Entity, record: Draft, base: Scope): Draft {
  const scope = { ...base, record };
  const shown = fieldRights(rights, entity, scope);
  const isReadable = allows(rights, entity.id, 'read', scope) === true;
  const seen = asSeen(entity, record as Draft & RecordValue, scope);
  const entries = Object.entries(seen).flatMap(([name, value]) => {
    const isShown = name === 'id' || (isReadable && (shown[name]?.read ?? true));
    return isShown ? [[name, below(model, rights, entity, name, value, base)]] : [];
  });
  return Object.fromEntries(entries) as Draft;
}

function below(model: Model, rights: Rights, entity: Entity, name: string, value: unknown, scope: Scope): unknown {
  const target = model.entities[targetOf(model, entity.id, name) ?? ''];
  if (!target) return value;
  const one = (item: unknown): unknown =>
    typeof item === 'object' && item !== null ? narrowed(model, rights, target, item as Draft, scope) : item;
  return Array.isArray(value) ? value.map(one) : one(value);
}
