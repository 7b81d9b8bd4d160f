import type { Entity } from '../ir/entity.ts';
import type { Expression, Node, Type } from '../ir/expression.ts';
import type { Lifecycle, StateKind, Transition } from '../ir/lifecycle.ts';
import { isOneReference } from '../field-types/traits.ts';
import { cyclesOf, type Cycle } from '../writing/cycles.ts';
import { targets } from '../writing/next-state.ts';
import { memoized, memoizedWeakly } from '../values/memo.ts';
import { approvalSteps } from './approval-steps.ts';
import { fieldsArising } from './asked-fields.ts';
import { partsOfGuard } from './guard-parts.ts';
import { asksForAwaited, comparedWithUser, namingsOf } from './named-people.ts';

/** A state in which it is the turn of a person: where all of these conditions hold for them; where there are none, always. */
export interface Turn {
  /** What holds the state: `state`, or the field of a further life cycle. */
  readonly field: string;
  readonly state: string;
  readonly conditions: readonly Expression[];
}

/**
 * When it is the turn of somebody with these roles to do something about a record, by the state in which it is (§4.3): they are
 * asked for their approval, the guard of a step forward names them, they have taken the record on, or it waits for somebody with
 * their role. Any of these is enough.
 */
export function turnsOf(entity: Entity, roles: readonly string[]): readonly Turn[] {
  return turnsFor(entity)(JSON.stringify(roles));
}

const MOST_SETS_OF_ROLES = 1000;

/** The conditions are made once for each set of roles, so that whoever compiles them does so once. */
const turnsFor = memoizedWeakly((entity: Entity) =>
  memoized((roles: string): readonly Turn[] => {
    const own: ReadonlySet<string> = new Set(JSON.parse(roles) as readonly string[]); // written by `turnsOf`
    return cyclesOf(entity).flatMap((cycle) => {
      const steps = stepsOf(cycle.lifecycle);
      return steps
        .filter((step) => step.by.some((role) => own.has(role)))
        .flatMap((step) => step.from.flatMap((state) => turnOf({ ...cycle, entity, steps }, step, state) ?? []));
    });
  }, MOST_SETS_OF_ROLES),
);

/** What is looked at: a life cycle of an entity and its steps forward. */
interface Course extends Cycle {
  readonly entity: Entity;
  readonly steps: readonly Transition[];
}

/** In which states, and where, somebody with these roles is asked for an approval, for whatever step. */
export function pressTurnsOf(entity: Entity, roles: readonly string[]): readonly Turn[] {
  return pressTurnsFor(entity)(JSON.stringify(roles));
}

const pressTurnsFor = memoizedWeakly((entity: Entity) =>
  memoized((roles: string): readonly Turn[] => {
    const own: ReadonlySet<string> = new Set(JSON.parse(roles) as readonly string[]); // written by `pressTurnsOf`
    return approvalSteps(entity).flatMap(({ field, step, press }) =>
      step.by.some((role) => own.has(role))
        ? step.from.map((state) => ({ field, state, conditions: [...guardsOf(entity, step), press] }))
        : [],
    );
  }, MOST_SETS_OF_ROLES),
);

/** A turn of whoever approves a step. */
export interface ApprovalTurn extends Turn {
  readonly step: Transition;
}

/** In which states, and where, an approval is awaited, from whomever: what the guard asks of the person does not count. */
export const approvalTurnsOf = memoizedWeakly((entity: Entity): readonly ApprovalTurn[] =>
  approvalSteps(entity).flatMap(({ field, step }) => {
    const conditions = partsOfGuard(step.when).filter(({ reads }) => !reads.some(isOpenIn(entity, step)));
    return step.from.map((state) => ({ field, state, conditions, step }));
  }),
);

function guardsOf(entity: Entity, step: Transition): readonly Expression[] {
  const guard = guardOf(entity, step);
  return guard === null ? [] : [guard];
}

const OFF_THE_PATH: ReadonlySet<StateKind> = new Set(['cancelled', 'rejected']);

/** The steps forward: those that may lead to another state that is neither cancelled nor rejected, and not `optional`. */
function stepsOf({ transitions, states }: Lifecycle): readonly Transition[] {
  const leadsOn = (to: string): boolean => {
    const kind = states[to]?.kind;
    return to !== 'same' && (kind === undefined || !OFF_THE_PATH.has(kind));
  };
  return Object.values(transitions).filter(
    (step) => step.id !== 'create' && !step.optional && targets(step, 'same', ['previous']).some(leadsOn),
  );
}

/** When the step is the turn of those who may take it out of the state; null: never. */
function turnOf(course: Course, step: Transition, state: string): Turn | null {
  const { entity, field, lifecycle } = course;
  if (lifecycle.states[state]?.final !== false) return null;
  const turn = (...more: readonly Expression[]): Turn => ({
    field,
    state,
    conditions: [...guardsOf(entity, step), ...more],
  });
  if (step.approvals !== null) return turn(step.approvals.press);
  const namings = namingsOf(step.when);
  if (namings.length > 0) return turn(conditionFrom(any(namings.map(({ comparison }) => comparison)), step));
  if (asksForAwaited(step.when)) return null; // whose turn it is, the approval says
  if (isWaiting(lifecycle, state)) return turn(...nobodyNamed(course, state));
  return turnOfTakers(course, step, turn);
}

const WAITS: ReadonlySet<StateKind> = new Set(['draft', 'waiting', 'review']);

/** Whether somebody has to act before work begins or goes on. Elsewhere work is under way, or done. */
function isWaiting({ initial, states }: Lifecycle, state: string): boolean {
  const kind = states[state]?.kind;
  return state === initial || (kind !== undefined && WAITS.has(kind));
}

const GOES_ON: ReadonlySet<StateKind> = new Set(['active', 'review', 'done']);

/** Where work that has begun waits for the people whom the record names, it waits for others only while the record names nobody. */
function nobodyNamed({ lifecycle, steps }: Course, state: string): readonly Expression[] {
  if (state === lifecycle.initial || lifecycle.states[state]?.kind === 'review') return [];
  return steps.flatMap((step) => {
    const kinds = targets(step, state, []).map((to) => lifecycle.states[to]?.kind);
    const goesOn = step.from.includes(state) && kinds.some((kind) => kind !== undefined && GOES_ON.has(kind));
    return goesOn ? namingsOf(step.when).map(({ people }) => conditionFrom(call('blank', people), step)) : [];
  });
}

/**
 * Where work is under way, the turn is of whoever has taken the record on, by a transition that set a field `= user` and that has a
 * role of the step; of all while nobody has; of nobody where a record is never taken on so. A guard that compares `user` with the
 * field says itself whose turn it is.
 */
function turnOfTakers(
  { entity, lifecycle }: Course,
  step: Transition,
  turn: (...more: readonly Expression[]) => Turn,
): Turn | null {
  const takers = takersOf(entity, lifecycle, step.by);
  if (takers.length === 0) return null;
  const compared = step.when?.tree ? comparedWithUser(step.when.tree) : [];
  if (takers.some((taker) => compared.includes(taker))) return turn();
  const held = takers.map((name) => fieldOf(entity, name));
  const isTaken = any(held.map((field) => call('eq', USER, field)));
  const isFree = call('and', ...held.map((field) => call('blank', field)));
  const reads = ['user', ...takers.map((taker) => `record.${taker}`)];
  return turn({ source: '', type: BOOLEAN, tree: any([isTaken, isFree]), reads });
}

/** The fields in which those of one of these roles put themselves. */
function takersOf({ fields }: Entity, { transitions }: Lifecycle, by: readonly string[]): readonly string[] {
  const taking = Object.values(transitions).filter((each) => each.by.some((role) => by.includes(role)));
  const taken = taking.flatMap(({ set }) =>
    set.flatMap(({ field, value: { tree } }) =>
      tree?.node === 'variable' && tree.name === 'user' && isOneReference(fields[field]) ? [field] : [],
    ),
  );
  return [...new Set(taken)];
}

/** Null where the guard reads more than the record and the user, or what the dialog of the step asks for. */
function guardOf(entity: Entity, { when, asks }: Transition): Expression | null {
  if (!when || when.tree === null) return null;
  return when.reads.some(isSentIn(entity, asks)) ? null : when;
}

/** Whether a path depends on what the dialog of a step asks for. */
function isSentIn(entity: Entity, asks: Transition['asks']): (path: string) => boolean {
  const asked = fieldsArising(entity, asks);
  return (path) => /^(?:input|before|transition)\b/.test(path) || asked.has(/^record\.([^.]+)/.exec(path)?.[1] ?? '');
}

/** Whether a path depends on who takes a step, or on what its dialog asks for. */
function isOpenIn(entity: Entity, { asks }: Transition): (path: string) => boolean {
  const isSent = isSentIn(entity, asks);
  return (path) => /^user\b/.test(path) || isSent(path);
}

const BOOLEAN: Type = { kind: 'boolean' };
const PERSON: Type = { kind: 'record', entity: 'user' };
const USER: Node = { node: 'variable', type: PERSON, name: 'user' };

function fieldOf({ id }: Entity, name: string): Node {
  const record: Node = { node: 'variable', type: { kind: 'record', entity: id }, name: 'record' };
  return { node: 'field', type: PERSON, of: record, name };
}

function call(fn: string, ...args: readonly Node[]): Node {
  return { node: 'call', type: BOOLEAN, fn, args };
}

function any(parts: readonly Node[]): Node {
  return parts.length === 1 && parts[0] ? parts[0] : call('or', ...parts);
}

/** A part of the guard of a step as a condition of its own. */
function conditionFrom(tree: Node, { when }: Transition): Expression {
  return { source: '', type: BOOLEAN, tree, reads: when?.reads ?? [] };
}
