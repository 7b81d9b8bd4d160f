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
import type { Draft } from '../loading/rows.ts';
import { targetOf } from '../loading/tree.ts';

/** Paths with what the grants read of every record on the way. */
export function withGrants(model: Model, rights: Rights, entity: string, paths: readonly string[]): readonly string[] {
  return [
    ...new Set(
      paths.flatMap((path) => [path, ...grantsAlong(model, rights, { entity, path: path.split('.'), before: '' })]),
    ),
  ];
}

function grantsAlong(
  model: Model,
  rights: Rights,
  {
    entity,
    path: [name, ...rest],
    before,
  }: { readonly entity: string; readonly path: readonly string[]; readonly before: string },
): readonly string[] {
  const read = rights
    .grants(entity)
    .flatMap(({ verbs }) => (verbs.read === undefined || verbs.read === true ? [] : verbs.read.reads))
    .filter((path) => path.startsWith('record.'))
    .map((path) => `${before}${path.slice('record.'.length)}`);
  const target = name === undefined ? null : targetOf(model, entity, name);
  return target === null
    ? read
    : [...read, ...grantsAlong(model, rights, { entity: target, path: rest, before: `${before}${String(name)}.` })];
}

/** A loaded record as its reader may know it: what the grants do not show is left out, at every step. */
export function narrowed(
  model: Model,
  rights: Rights,
  { entity, record, base }: { readonly entity: Entity; readonly record: Draft; readonly base: Scope },
): Draft {
  const scope = { ...base, record };
  const shown = fieldRights(rights, entity, scope);
  const isReadable = allows(rights, entity.id, 'read', scope) === true;
  const seen = asSeen(entity, record as Draft & RecordValue, scope);
  const entries = Object.entries(seen).flatMap(([name, value]) => {
    const isShown = name === 'id' || (isReadable && (shown[name]?.read ?? true));
    return isShown ? [[name, below(model, rights, { entity, name, value, scope: base })]] : [];
  });
  return Object.fromEntries(entries) as Draft;
}

function below(
  model: Model,
  rights: Rights,
  {
    entity,
    name,
    value,
    scope,
  }: { readonly entity: Entity; readonly name: string; readonly value: unknown; readonly scope: Scope },
): unknown {
  const target = model.entities[targetOf(model, entity.id, name) ?? ''];
  if (!target) return value;
  const one = (item: unknown): unknown =>
    typeof item === 'object' && item !== null
      ? narrowed(model, rights, { entity: target, record: item as Draft, base: scope })
      : item;
  return Array.isArray(value) ? value.map(one) : one(value);
}
