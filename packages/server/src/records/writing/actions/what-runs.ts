import { type CallKind, type Model, type Transition, transitionsOf } from '@ninefold/model';
import { RUN_EFFECTS } from './effects.ts';

/**
 * Whether this server does what a member of a transition asks for. The language refuses the keys of those that are false, and
 * a test holds this table to what the language takes.
 */
export const TRANSITION_RUNS: Readonly<Record<keyof Transition, boolean>> = {
  id: true,
  from: true,
  to: true,
  by: true,
  when: true,
  input: true,
  set: true,
  optional: true,
  hidden: true,
  asks: true,
  approvals: true,
  effects: true, // each kind of effect has its own row in `RUN_EFFECTS`
  branches: true,
  timer: true,
  restart: true,
  onRefusal: true,
};

/** Whether this server makes or answers the calls of each kind. */
export const CALL_RUNS: Readonly<Record<CallKind, boolean>> = { out: true, in: true };

/**
 * Throws where a model asks for something that this server does not do, before anything is read or written: nothing of a
 * specification is silently left out.
 */
export function refuseWhatDoesNotRun({ entities, calls }: Pick<Model, 'entities' | 'calls'>): void {
  const transitions = Object.values(entities).flatMap((entity) =>
    [...transitionsOf(entity).values()].flatMap((transition) =>
      leftOf(transition).map((name) => `${name} of ${entity.id}.${transition.id}`),
    ),
  );
  const kinds = Object.keys(CALL_RUNS) as readonly CallKind[]; // the keys of the table
  const left = kinds.filter((kind) => !CALL_RUNS[kind]).flatMap((kind) => Object.keys(calls[kind]));
  const names = [...transitions, ...left.map((id) => `call ${id}`)];
  if (names.length > 0) throw new TypeError(`this server does not run: ${names.join(', ')}`);
}

/** The members and effects of a transition that nobody runs. */
function leftOf(transition: Transition): readonly string[] {
  const members = Object.keys(TRANSITION_RUNS) as readonly (keyof Transition)[]; // the keys of the table
  const asked = members.filter((member) => !TRANSITION_RUNS[member] && isAsked(transition[member]));
  return [...asked, ...transition.effects.map(({ effect }) => effect).filter((effect) => RUN_EFFECTS[effect] === null)];
}

function isAsked(value: Transition[keyof Transition]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== false;
}
