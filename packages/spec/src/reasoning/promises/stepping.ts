import { didList, idOf, isDrawn, isList, isMany, stepsOf, type Entity, type Node, type Wire } from '@ninefold/model';
import { exampleOf, type Goal } from '../decide.ts';
import { castingOf, pressOf, type Casting } from './casting.ts';
import { isBySystem, withoutUser } from './by-system.ts';
import { firing } from './entering.ts';
import { lawsOf } from './laws.ts';
import { isFreeToChange, lawsOfChange } from './changes.ts';
import {
  givenAtCreation,
  givenBy,
  goalsOf,
  isCreation,
  isCreationByPeople,
  isUpdate,
  pressedBy,
  type Move,
} from './moves.ts';
import { asNewborn } from './newborn.ts';
import { setOf } from './setting.ts';
import { undisturbed, type Passing } from './undisturbed.ts';
import type { Assignment } from '../world.ts';
import { afterMove } from './writes.ts';

/** All steps are taken in one moment, but for those that a timer takes after waiting. */
export const CLOCK: ReadonlySet<string> = new Set(['today', 'now']);

/** One move on the way to an example. */
export interface Step extends Passing {}

/** A step that somebody took. */
export interface Taken {
  /** The entity of whose record it is a step; left out: the one of the promise. */
  readonly entity?: string;
  /** How the values of later steps name its record; left out where they name no such record. */
  readonly record?: string;
  readonly name: string;
  /** Who took it, as the people of the example are named: `user 1` is who takes the last step, `system` what a timer does. */
  readonly actor: string;
  /** What the step rested on, its record as it is after it. */
  readonly values: Assignment;
}

export interface Passed {
  readonly before: Assignment;
  /** The step; where several people press for it, the presses before it too. */
  readonly taken: readonly Taken[];
}

/**
 * The record before a step that leaves it with these values; null where nobody can make that step. Who acts more than once
 * has the same roles each time, unless no step is possible then.
 */
export function passed(step: Step, after: Assignment): Passed | null {
  if (isBySystem(step.entity, step.move)) return passedBy(step, after, { id: SYSTEM, acting: asItIs, back: asItIs });
  const actors = actorsFor(after);
  const inOtherRoles = actors.filter(({ id }) => after.has(`${PERSON}${id}${ROLES}`));
  const tries = [
    ...actors.map((who) => ({ who, known: after })),
    ...inOtherRoles.map((who) => ({ who, known: withoutRoles(after) })),
  ];
  for (const { who, known } of tries) {
    const found = passedBy(step, known, who);
    if (found !== null) return found;
  }
  return null;
}

function withoutRoles(known: Assignment): Assignment {
  return new Map([...known].filter(([path]) => !path.startsWith(PERSON) || !path.endsWith(ROLES)));
}

/** The acting user of a step: the user of the example, one of the people that the record names, or somebody else. */
interface Actor {
  readonly id: string;
  /** A value as it is named while this one acts. */
  readonly acting: (value: Wire) => Wire;
  /** The same back again. */
  readonly back: (value: Wire) => Wire;
}

/** The application, as it acts by itself. */
export const SYSTEM = 'system';

const asItIs = <T>(value: T): T => value;
const ACTING = 'user 1';
const EXAMPLE = 'user of the example';
const SOMEBODY = 'another user';

function actorsFor(after: Assignment): readonly Actor[] {
  const ids = [...after.values()].flatMap(idsOf).filter((id) => id.startsWith('user ') && id !== ACTING);
  return [actor(ACTING), ...[...new Set(ids)].map(actor), actor(SOMEBODY)];
}

function actor(id: string): Actor {
  if (id === ACTING) return { id, acting: asItIs, back: asItIs };
  const there = new Map([
    [ACTING, EXAMPLE],
    [id, ACTING],
  ]);
  const back = new Map([
    [EXAMPLE, ACTING],
    [ACTING, id],
    [id, `${id} 2`], // a name that the question has given to somebody else
  ]);
  return { id, acting: (value) => renamed(value, there), back: (value) => renamed(value, back) };
}

function renamed(value: Wire, ids: ReadonlyMap<string, string>): Wire {
  if (isList(value)) return value.map((one) => renamed(one, ids));
  const id = ids.get(idOf(value) ?? '');
  return id === undefined ? value : { id };
}

function idsOf(value: Wire): readonly string[] {
  return isList(value) ? value.flatMap(idsOf) : [idOf(value) ?? []].flat();
}

function passedBy(step: Step, after: Assignment, who: Actor): Passed | null {
  const { model, entity, move } = step;
  const rest = move.isPress ? [] : undisturbed(step);
  if (rest === null || drawsWhatIsBlank(step, after)) return null;
  const given = givenBy(model, entity, move);
  const isCreate = isCreation(move);
  const fired = firedBy({ move, isCreate }, after, who);
  const seen = isBySystem(entity, move) ? withoutUser : asItIs<Node>;
  const sets = new Map(setOf(move).map(({ field, value }) => [field, value.tree && seen(value.tree)]));
  const isSet = (name: string): boolean => sets.has(name.slice('record.'.length));
  if (fired === null) return null;
  const later = [...fired].filter(([name]) => !isSet(name));
  if (later.some(([name, value]) => isAgainst(given, name, value))) return null;
  const kept = later.filter(([name]) => !isWrittenBy(entity, move, name));
  const written = [...fired].filter(([name]) => isSet(name));
  const early = kept.filter(([name]) => name.startsWith('record.did.'));
  const laws = move.isPress ? [] : lawsOf(model, entity, move, true);
  const question: Parameters<typeof exampleOf>[0] = {
    ...{ model, entity: entity.id, lawful: true, input: move.transition?.input ?? {} },
    goals: asNewborn(model, entity, move, [
      ...goalsOf(model, entity, move),
      ...pressedBy(model, entity, move),
      ...written.flatMap(([name]) => setGoal(entity, name, sets)),
      ...(isCreationByPeople(move) ? givenAtCreation(model, entity) : []),
      ...changing(step),
      ...laws,
      ...firing(
        entity,
        move,
        laws.map(({ tree }) => tree),
      ),
      ...rest,
    ]),
    fixed: {
      ...personOf(after, who),
      ...Object.fromEntries(later.map(([name, value]) => [name, [who.acting(value)]])),
      ...namedPeople(after, who), // behind the references: what is read of a record stands behind the record
      ...ownListAfter(move, after, who),
      ...Object.fromEntries(early.map(([name, value]) => [name.replace('record.', 'before.'), [who.acting(value)]])),
      ...Object.fromEntries(written.map(([name, value]) => [name.replace('record.', 'line.'), [who.acting(value)]])),
      ...given,
    },
  };
  const first = exampleOf(question);
  const isSettled = (path: string): boolean => Object.hasOwn(question.fixed ?? {}, path);
  const casting = first && castingOf(asSeenBy(step, who), first, isSettled);
  const example = casting && (isEmpty(casting) ? first : exampleOf(withPeople(question, casting)));
  if (!example) return null;
  const values = new Map([...example].map(([name, value]) => [name, who.back(value)] as const));
  const person = [...values].flatMap(([name, value]) => asPerson(name, value, who.id));
  const earlierFired = [...values].filter(([name]) => name.startsWith('before.did.'));
  const isOfPeople = move.cycle === 'state' && move.by !== 'system';
  const own = move.transition && isOfPeople ? `record.${didList(move.transition.id)}` : '';
  const list = example.get(own); // as it is after the step
  const chosen = [
    ...[...values].filter(([name]) => name !== own && isOwn(entity, move, name) && !isWrittenBy(entity, move, name)),
    ...[...values].flatMap(([name, value]) => {
      const earlier = name.replace(/^before\./, 'record.');
      return earlier !== name && isWrittenBy(entity, move, earlier) ? [[earlier, value] as const] : [];
    }),
    ...(isList(list) ? [[own, list.filter((one) => idOf(one) !== ACTING).map(who.back)] as const] : []),
    ...earlierFired.map(([name, value]) => [name.replace('before.', 'record.'), value] as const),
    ...stateBeforeStep(entity, move, values),
    ...person,
  ];
  const taken: Taken = { name: move.reaction?.id ?? move.name, actor: who.id, values };
  const earlier = casting.earlier.map((id) => idOf(who.back({ id })) ?? '');
  const pressed = pressedEarlier(step, earlier, new Map([...kept, ...chosen]));
  return pressed && { before: pressed.before, taken: [...pressed.taken, taken] };
}

/** Whether a number that the step draws would be blank after it: by its transition, else as the record is made. */
function drawsWhatIsBlank({ entity, move }: Step, after: Assignment): boolean {
  return Object.values(entity.fields).some((field) => {
    if (!isDrawn(field)) return false;
    const isNow = field.given === null ? isCreation(move) : field.given === move.transition?.id;
    return isNow && after.get(`record.${field.id}`) === null;
  });
}

/** The step with the crowd as it is named while this one acts. */
function asSeenBy(step: Step, who: Actor): Step {
  if (!step.crowd) return step;
  const acting = (id: string): string => idOf(who.acting({ id })) ?? id;
  return { ...step, crowd: new Map([...step.crowd].map(([name, people]) => [name, people.map(acting)])) };
}

/**
 * The presses before the last one of a step, which these people make one after the other, of a record with these values; null
 * where one of them cannot press.
 */
export function pressedEarlier(step: Step, people: readonly string[], values: Assignment): Passed | null {
  const move = pressOf(step.entity, step.move);
  return people.toReversed().reduce<Passed | null>(
    (later, id) => {
      const one = later && passedBy({ ...step, move }, later.before, actor(id));
      return one && { before: one.before, taken: [...one.taken, ...later.taken] };
    },
    { before: values, taken: [] },
  );
}

/** The state of a further life cycle before a transition of it. */
export function stateBeforeStep(
  { lifecycles }: Entity,
  { transition, cycle }: Move,
  values: Assignment,
): readonly (readonly [string, Wire])[] {
  const { initial } = lifecycles[cycle] ?? {};
  if (transition === null || initial === undefined) return [];
  const { from } = transition;
  const soonest = from.includes(initial) ? initial : (from[0] ?? null);
  return [[`record.${cycle}`, values.get(`before.${cycle}`) ?? soonest]];
}

/** What a change by people gives its values, and the state of a further life cycle that a transition leads from. */
function isWrittenBy({ fields }: Entity, move: Move, path: string): boolean {
  const [root, name = '', ...further] = stepsOf(path);
  if (root !== 'record' || further.length > 0) return false;
  if (move.transition !== null) return move.cycle !== 'state' && name === move.cycle;
  const field = isUpdate(move) && Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && isFreeToChange(field) && !isMany(field.type);
}

/** What a change by people asks for beside the rules. */
function changing({ model, entity, move }: Step): readonly Goal[] {
  const trees = isUpdate(move) ? lawsOfChange(model, entity, move) : [];
  return trees.map((tree) => ({ tree: afterMove(model, entity, move, tree), holds: true }));
}

function isEmpty({ given }: Casting): boolean {
  return Object.keys(given).length === 0;
}

function withPeople<Q extends Parameters<typeof exampleOf>[0]>(question: Q, { given }: Casting): Q {
  return { ...question, fixed: { ...question.fixed, ...given } };
}

/** A value of the record itself, or of what it refers to, which it had before the step too. */
function isOwn({ fields }: Entity, { cycle }: Move, name: string): boolean {
  const [root, field = ''] = stepsOf(name);
  if (CLOCK.has(name)) return true;
  if (root !== 'record' || field === 'state' || field === cycle) return false;
  return fields[field]?.computed == null;
}

/** What is known of somebody who acts more than once. */
export function asPerson(path: string, value: Wire, id: string): readonly (readonly [string, Wire])[] {
  return path.startsWith('user.') ? [[`${PERSON}${id}/${path.slice('user.'.length)}`, value]] : [];
}

const PERSON = 'person/';
const ROLES = '/roles';

function personOf(known: Assignment, who: Actor): Readonly<Record<string, readonly Wire[]>> {
  const start = `${PERSON}${who.id}/`;
  const own = [...known].filter(([name]) => name.startsWith(start));
  return Object.fromEntries(own.map(([name, value]) => [`user.${name.slice(start.length)}`, [who.acting(value)]]));
}

/** What is known of the people that the record refers to. */
function namedPeople(known: Assignment, who: Actor): Readonly<Record<string, readonly Wire[]>> {
  const found = [...known].flatMap(([path, value]) => {
    const start = `${PERSON}${idOf(value) ?? ''}/`;
    const theirs = path.startsWith('record.') ? [...known].filter(([name]) => name.startsWith(start)) : [];
    return theirs.map(([name, own]) => [`${path}.${name.slice(start.length)}`, [who.acting(own)]] as const);
  });
  return Object.fromEntries(found);
}

/** A value that the move itself settles otherwise. */
function isAgainst(given: Readonly<Record<string, readonly Wire[]>>, name: string, value: Wire): boolean {
  return name !== 'record.state' && !isList(value) && given[name]?.includes(value) === false;
}

/** The lists of who fired what before the move: its own without the one who acts, and none of a new record. */
function firedBy(
  { move, isCreate }: { readonly move: Move; readonly isCreate: boolean },
  after: Assignment,
  who: Actor,
): Assignment | null {
  const lists = [...after].filter(([name]) => name.startsWith('record.did.'));
  if (isCreate) return lists.some(([, value]) => isList(value) && value.length > 0) ? null : after;
  const own = move.transition && move.cycle === 'state' ? `record.${didList(move.transition.id)}` : '';
  const value = move.by === 'system' ? undefined : after.get(own);
  if (value === undefined || !isList(value)) return after;
  const rest = value.filter((one) => !idsOf(who.acting(one)).includes(ACTING));
  return rest.length === value.length ? null : new Map(after).set(own, rest);
}

/** The list of those who fired the transition of a step, as it is after the step. */
function ownListAfter({ transition, cycle, by }: Move, after: Assignment, who: Actor): Record<string, readonly Wire[]> {
  if (transition === null || cycle !== 'state' || by === 'system') return {};
  const name = `record.${didList(transition.id)}`;
  const value = after.get(name);
  return value === undefined ? {} : { [name]: [who.acting(value)] };
}

/** What a step sets is what the record has after it; `line` stands for that later record. */
function setGoal(entity: Entity, name: string, sets: ReadonlyMap<string, Node | null>): readonly Goal[] {
  const field = name.slice('record.'.length);
  const value = sets.get(field);
  if (!value) return [];
  const later: Node = { node: 'variable', type: { kind: 'record', entity: entity.id }, name: 'line' };
  const args: readonly Node[] = [value, { node: 'field', type: value.type, of: later, name: field }];
  return [{ tree: { node: 'call', type: { kind: 'boolean' }, fn: 'eq', args }, holds: true }];
}
