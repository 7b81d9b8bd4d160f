import { storageOf } from '../../storage/columns/registry.ts';
import type { Entity, Model } from '@ninefold/model';
import type { Ground } from '../context.ts';
import { childTable, quoted } from '../../storage/names.ts';
import { inverseOf } from '../../storage/inverse.ts';
import { targetOf } from '../reading/tree.ts';

/** One step of a path, walked backwards: from records at its end to those at its beginning. */
export interface StepBack {
  /** SQL that takes a JSON list of ids at the end and gives those at the beginning; null where the record itself names it. */
  readonly text: string | null;
  /** The field of the record at the end that names the one at the beginning. */
  readonly field: string | null;
}

/** Stored computed values of `entity` that read records of another entity, and the way back to them. */
export interface Dependent {
  readonly entity: string;
  /** Nearest to the changed record first. */
  readonly steps: readonly StepBack[];
}

/** Who has to be recomputed when a record of an entity changes, by that entity. */
export function dependentsOf(ground: Ground): ReadonlyMap<string, readonly Dependent[]> {
  const found = new Map<string, Map<string, Dependent>>();
  for (const entity of Object.values(ground.model.entities)) {
    for (const path of computedPaths(entity)) {
      for (const { at, dependent } of prefixes(ground, entity, path)) {
        const list = found.get(at) ?? new Map<string, Dependent>();
        found.set(at, list.set(JSON.stringify(dependent), dependent));
      }
    }
  }
  return new Map([...found].map(([at, list]) => [at, [...list.values()]]));
}

/** Whether creating a record of this entity has to compute what other records tell about it. */
export function readsOthers(model: Model, entity: Entity): boolean {
  return computedPaths(entity).some((path) => inverseOf(model, entity.id, path[0] ?? '') !== null);
}

function computedPaths(entity: Entity): readonly (readonly string[])[] {
  const stored = Object.values(entity.fields).filter((field) => field.computed !== null && storageOf(field) !== null);
  return stored
    .flatMap((field) => field.computed?.expression.reads ?? [])
    .filter((path) => path.startsWith('record.'))
    .map((path) => path.split('.').slice(1));
}

/** Every entity that a path comes through, with the way back from there. */
function prefixes(
  ground: Ground,
  entity: Entity,
  path: readonly string[],
): readonly { readonly at: string; readonly dependent: Dependent }[] {
  const found: { readonly at: string; readonly dependent: Dependent }[] = [];
  let at = entity.id;
  let steps: readonly StepBack[] = [];
  for (const name of path) {
    const step = stepBack(ground, at, name);
    const target = targetOf(ground.model, at, name);
    if (!step || target === null) break;
    steps = [step, ...steps];
    at = target;
    found.push({ at, dependent: { entity: entity.id, steps } });
  }
  return found;
}

/** One step from `entity` by `name`, walked backwards; null where that is not possible. */
export function stepBack({ model, dialect }: Ground, entity: string, name: string): StepBack | null {
  const ids = `(SELECT "value" FROM ${dialect.items('ids')})`;
  const field = model.entities[entity]?.fields[name];
  if (field?.type === 'references') {
    return {
      text: `SELECT "record" AS id FROM ${quoted(childTable(entity, name))} WHERE "value" IN ${ids}`,
      field: null,
    };
  }
  if (field?.type === 'reference')
    return { text: `SELECT "id" FROM ${quoted(entity)} WHERE ${quoted(name)} IN ${ids}`, field: null };
  if (name === 'created_by' || name === 'changed_by')
    return { text: `SELECT "id" FROM ${quoted(entity)} WHERE ${quoted(name)} IN ${ids}`, field: null };
  const inverse = field ? null : inverseOf(model, entity, name);
  if (!inverse) return null;
  const column = quoted(inverse.field.id);
  const text =
    inverse.field.type === 'references'
      ? `SELECT "value" AS id FROM ${quoted(childTable(inverse.entity.id, inverse.field.id))} WHERE "record" IN ${ids}`
      : `SELECT DISTINCT ${column} AS id FROM ${quoted(inverse.entity.id)} WHERE "id" IN ${ids} AND ${column} IS NOT NULL`;
  return { text, field: inverse.field.id };
}
