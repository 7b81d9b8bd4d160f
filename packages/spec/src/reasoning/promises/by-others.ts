import {
  actingOn,
  findOf,
  idOf,
  isList,
  isMany,
  isOneReference,
  isTruth,
  reachOf,
  transitionsOf,
  type Effect,
  type EffectReach,
  type Entity,
  type Model,
  type Transition,
  type Wire,
} from '@ninefold/model';
import { isWhole } from '../lacking.ts';
import type { Assignment } from '../world.ts';
import { isCreation, type Move } from './moves.ts';
import { asPerson, CLOCK, passed, type Passed, type Step, type Taken } from './stepping.ts';
import { coursesOf, type Course } from './ways.ts';

/** Leads to where a move of another record begins; null where no steps were found. */
export type Leading = (entity: Entity, course: Course, values: Assignment) => readonly Taken[] | null;

/** A transition of another record whose first effect makes a move happen. */
interface Cause {
  readonly entity: Entity;
  readonly transition: Transition;
  readonly effect: Effect;
  readonly reach: EffectReach;
}

/**
 * A step that the effect of another record makes: its transition is fired, or it is made by it. The steps are those of the other record,
 * which comes into being for that alone; null where none were found.
 */
export function passedByOthers(step: Step, after: Assignment, leading: Leading): Passed | null {
  const { model, entity, move } = step;
  const own = isCreation(move) ? { ...move, by: 'others' as const } : move;
  const name = `${entity.id}.${move.transition?.id ?? ''}`;
  const causes = causesOf(model, entity).filter(({ reach }) =>
    isCreation(move) ? reach.makes === entity.id : reach.fires === name,
  );
  const known = isCreation(move) ? new Map([['record.created_by', null], ...after] as const) : after; // by nobody
  const done = causes.length === 0 ? null : passed({ ...step, move: own }, known);
  if (done === null) return null;
  for (const cause of causes) {
    const wanted = isCreation(move) ? wantedToMake(entity, cause, done) : wantedToFire(entity, cause, move, done);
    const found = wanted && caused(model, cause, wanted, leading);
    if (found) return { before: merged(done.before, found.taken, wanted), taken: found.taken };
  }
  return null;
}

function causesOf(model: Model, { id }: Entity): readonly Cause[] {
  return Object.values(model.entities).flatMap((entity) =>
    [...transitionsOf(entity).values()].flatMap((transition): readonly Cause[] => {
      const [effect] = actingOn(transition.effects);
      const isOther = entity.id !== id; // else one name stands for two records
      return effect && isOther ? [{ entity, transition, effect, reach: reachOf(effect) }] : [];
    }),
  );
}

/** What another record has to be like after its transition. */
interface Wanted {
  readonly values: Assignment;
  /** How the values of the record name it. */
  readonly name: string;
  /** Its reference to the record, which is there already. */
  readonly by: string | null;
}

function wantedToFire(
  entity: Entity,
  { entity: other, transition, reach }: Cause,
  move: Move,
  done: Passed,
): Wanted | null {
  const tree = reach.each?.tree;
  if (tree?.node !== 'field' || tree.of.node !== 'variable' || tree.of.name !== 'record') return null;
  const field = Object.hasOwn(other.fields, tree.name) ? other.fields[tree.name] : undefined;
  if (!field || !isOneReference(field) || field.computed || field.copy || findOf(field)) return null;
  if (transition.set.length > 0) return null;
  const start = `record.${field.id}`;
  const known = [...done.before].flatMap(([path, value]): readonly (readonly [string, Wire])[] => {
    if (CLOCK.has(path) || path.startsWith('person/')) return [[path, value]];
    const isOf = path.startsWith('record.') && !path.startsWith('record.did.');
    return isOf ? [[path.replace('record', start), value]] : [];
  });
  const state = move.from === null ? [] : ([[`${start}.state`, move.from]] as const);
  const values = new Map<string, Wire>([...known, [start, { id: `${entity.id} 1` }], ...state]);
  return { values, name: `${other.id} of ${transition.id}`, by: field.id };
}

/** A new record has what it is given, what it begins with, and nothing else; null where it would need other values. */
function wantedToMake(entity: Entity, { entity: other, transition, reach }: Cause, done: Passed): Wanted | null {
  const { fields } = entity;
  if (reach.each !== null || transition.set.length > 0) return null;
  const [made] = done.taken;
  const given = new Map(reach.gives.map((one) => [one.field, 'value' in one ? one.value.tree : null]));
  const values = new Map<string, Wire>();
  const names = new Set<string>();
  const isSettled = (path: string, value: Wire): boolean => {
    const known = path === 'record.state' ? transition.to : values.get(path);
    if (path !== 'record.state') values.set(path, known ?? value);
    return known === undefined || JSON.stringify(known) === JSON.stringify(value);
  };
  const all = [...(made?.values ?? [])].flatMap(([path, value]) => {
    const [, id = '', rest = ''] = /^record\.(\w+)(?:\.(.+))?$/.exec(path) ?? [];
    return Object.hasOwn(fields, id) || id === 'created_by' ? [{ id, rest, value }] : [];
  });
  for (const { id, rest, value } of all) {
    const [field, tree] = [fields[id], given.get(id)];
    if (id === 'created_by') {
      if (value !== null) return null;
    } else if (!field || isMany(field.type) || field.copy || findOf(field)) return null;
    else if (field.computed) continue;
    else if (tree === undefined) {
      const first = field.default ? literalOf(field.default.tree) : isTruth(field.type) ? false : null;
      if (first === undefined || first !== value || rest !== '') return null;
    } else if (tree?.node === 'literal') {
      if (tree.value !== value) return null;
    } else if (tree?.node === 'variable' && tree.name === 'record') {
      if (rest === '') names.add(idOf(value) ?? '');
      else if (!isSettled(`record.${rest}`, value)) return null;
    } else if (tree?.node === 'field' && tree.of.node === 'variable' && tree.of.name === 'record') {
      if (!isSettled(`record.${tree.name}${rest === '' ? '' : `.${rest}`}`, value)) return null;
    } else return null;
  }
  for (const [path, value] of made?.values ?? []) if (CLOCK.has(path)) values.set(path, value);
  const [name = `${other.id} of ${transition.id}`] = names;
  return isWhole(entity, given) && names.size < 2 && name !== '' ? { values, name, by: null } : null;
}

function literalOf(tree: { readonly node: string } | null): Wire | undefined {
  return tree !== null && 'value' in tree && tree.node === 'literal' ? (tree.value as Wire) : undefined; // what a literal is
}

/** The steps of another record up to its transition, after which it is as wanted. */
function caused(
  model: Model,
  { entity, transition, effect }: Cause,
  wanted: Wanted,
  leading: Leading,
): { readonly taken: readonly Taken[] } | null {
  for (const course of coursesOf(model, entity, [])) {
    const { move } = course;
    if (move.transition?.id !== transition.id || move.by !== 'people') continue;
    const last = passed({ model, entity, move, next: move, isWaiting: false, causing: effect }, wanted.values);
    const earlier = last && leading(entity, course, last.before);
    if (!earlier) continue;
    const known = new Set([...wanted.values.values()].flatMap(idsIn));
    const steps = [...earlier, ...last.taken];
    if (steps.some(({ entity: of }) => of !== undefined)) continue;
    const apart = steps.map((one) =>
      namedApart(one, (id) => (known.has(id) || SHARED.has(id) ? id : `${id} of ${entity.id}`)),
    );
    return { taken: apart.map((one) => ({ ...one, entity: entity.id, record: wanted.name })) };
  }
  return null;
}

/** What is known of the record before, with what the steps of the other one rest on. */
function merged(before: Assignment, taken: readonly Taken[], { by }: Wanted): Assignment {
  const start = by === null ? null : `record.${by}.`;
  const read = taken.flatMap(({ actor, values }) =>
    [...values].flatMap(([path, value]): readonly (readonly [string, Wire])[] => {
      if (start !== null && path.startsWith(start)) {
        const rest = path.slice(start.length);
        return rest === 'state' ? [] : [[`record.${rest}`, value]];
      }
      return asPerson(path, value, actor);
    }),
  );
  return new Map([...read, ...before]);
}

/** Who is the same person, whichever record a step is of. */
export const SHARED: ReadonlySet<string> = new Set(['user 1', 'another user', 'user of the example']);

/** A step with other names for some records. */
export function namedApart(step: Taken, named: (id: string) => string): Taken {
  const renamed = (value: Wire): Wire => {
    if (isList(value)) return value.map(renamed);
    const id = idOf(value);
    return id === null || id === undefined ? value : { id: named(id) };
  };
  const values = new Map([...step.values].map(([path, value]) => [path, renamed(value)] as const));
  return { ...step, actor: named(step.actor), values };
}

export function idsIn(value: Wire): readonly string[] {
  return isList(value) ? value.flatMap(idsIn) : [idOf(value) ?? []].flat();
}
