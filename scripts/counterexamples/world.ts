import {
  isReference,
  STANDS_FOR,
  type Entity,
  type Field,
  type Model,
  type Wire,
} from '../../packages/model/src/index.ts';
import type { ExampleStep } from '../../packages/spec/src/index.ts';

/** What an example says of a record that is not the one that it is about. */
export interface Thing {
  readonly entity: string;
  /** Values of its fields; references as `{ id }` of other things. */
  readonly values: Map<string, Wire>;
}

/** Every record that the steps of an example name, by the names that they have there; without those whose steps they are. */
export function thingsIn(model: Model, about: string, steps: readonly ExampleStep[]): ReadonlyMap<string, Thing> {
  const things = new Map<string, Thing>();
  const add = (id: string, of: string): Thing => {
    const thing = things.get(id) ?? { entity: of, values: new Map<string, Wire>() };
    things.set(id, thing);
    return thing;
  };
  for (const { actor, values, entity = about } of steps) {
    if (actor !== 'system') add(actor, 'user');
    const known = new Map(Object.entries(values));
    for (const [path, value] of known) {
      const { holder, name } = split(path);
      const of = entityAt(model, entity, path);
      if (of !== null) for (const id of idsOf(value)) add(id, of);
      const id = holder === 'user' ? actor : idsOf(known.get(holder) ?? null)[0];
      const at = entityAt(model, entity, holder);
      if (holder === 'record' || holder === 'before' || id === undefined || at === null) continue;
      add(id, at).values.set(name, value);
    }
  }
  for (const { record } of steps) if (record !== undefined) things.delete(record);
  return things;
}

function split(path: string): { readonly holder: string; readonly name: string } {
  const steps = path.match(/did\.[^.]+|[^.]+/g) ?? [];
  return { holder: steps.slice(0, -1).join('.'), name: steps.at(-1) ?? '' };
}

export function idsOf(value: Wire): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one: Wire) => idsOf(one));
  return typeof value === 'object' && value !== null && 'id' in value ? [String(value.id)] : [];
}

/** The entity of the record, or of the records, at a path; null for every other value. */
function entityAt(model: Model, entity: string, path: string): string | null {
  const [root, ...steps] = path.match(/did\.[^.]+|[^.]+/g) ?? [];
  let at: string | null = root === 'user' ? 'user' : root === 'record' || root === 'before' ? entity : null;
  for (const step of steps) {
    const field: Field | undefined = at === null ? undefined : model.entities[at]?.fields[step];
    const isPerson = step.startsWith('did.') || ['created_by', 'changed_by', STANDS_FOR].includes(step);
    at = isPerson ? 'user' : field && isReference(field) ? field.to : null;
  }
  return at;
}

/** A value that a field takes where the example says nothing of it; undefined where it needs none. */
export function anyValue({ fields }: Entity, id: string): Wire | undefined {
  const field = fields[id];
  if (!field?.required || field.computed || field.copy || field.default) return undefined;
  if ('options' in field) return field.options[0] ?? null;
  return VALUES[field.type];
}

const VALUES: Readonly<Partial<Record<Field['type'], Wire>>> = {
  ...{ string: 'x', text: 'x', integer: 1, number: '1', money: '1', percent: '1', date: '2026-03-05' },
  ...{ datetime: '2026-03-05T09:00:00.000Z', time: '08:00', duration: 'PT1H' },
};
