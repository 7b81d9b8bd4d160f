import {
  targets,
  type Entity,
  type Field,
  type RecordValue,
  type StateKind,
  type Transition,
  type TransitionVerdict,
  cycleField,
  stateIn,
  statesOf,
  transitionsOf,
} from '@ninefold/model';
import { isForUser } from './whose.ts';

/** A transition that this person's roles may fire from this state, and whether they can now. */
export interface ShownTransition {
  readonly transition: Transition;
  readonly verdict: TransitionVerdict;
  /** The step that this user is expected to take, whether it can be taken now or not. */
  readonly forward: boolean;
  /** The same, where it can be taken now. */
  readonly primary: boolean;
}

/** The approvals of others are awaited: the list of approvals says whose. */
const OTHERS_TO_PRESS: ReadonlySet<string> = new Set(['not_your_press', 'already_pressed']);

/**
 * The transitions whose buttons show: allowed ones, and blocked ones that are not `hidden` then and wait for this user. At most one is primary, and
 * none that is `optional`: while the record waits, the one that is open to this user because of who they are on it; else the
 * furthest step forward.
 */
export function shownTransitions(
  entity: Entity,
  record: RecordValue,
  verdicts: readonly TransitionVerdict[],
  user: string,
): readonly ShownTransition[] {
  const shown = verdicts.flatMap((verdict) => {
    const transition = transitionsOf(entity).get(verdict.id);
    if (!transition) return [];
    const isTheirs = !verdict.reasons.some(({ code }) => OTHERS_TO_PRESS.has(code));
    const isBlocked = verdict.verdict === 'blocked' && !transition.hidden && isTheirs;
    return verdict.verdict === 'allowed' || isBlocked ? [{ transition, verdict }] : [];
  });
  const forward = forwardOf(
    entity,
    record,
    user,
    shown.map(({ transition }) => transition),
  );
  return shown.map((each) => ({
    ...each,
    forward: each.transition === forward,
    primary: each.transition === forward && each.verdict.verdict === 'allowed',
  }));
}

function forwardOf(
  entity: Entity,
  record: RecordValue,
  user: string,
  shown: readonly Transition[],
): Transition | undefined {
  const ranked = shown
    .filter(({ optional }) => !optional)
    .map((transition) => ({ transition, rank: rankOf(entity, record, transition) }))
    .toSorted((a, b) => b.rank - a.rank);
  const theirs = ranked.find(
    ({ transition }) =>
      isWaiting(entity, record, transition) && leadsOn(entity, transition) && isForUser(transition.when, record, user),
  );
  return (theirs ?? ranked.find(({ rank }) => rank > 0))?.transition;
}

const WAITS: ReadonlySet<StateKind> = new Set(['draft', 'waiting', 'review']);

/** The states of the life cycle that a transition moves. */
function statesFor(entity: Entity, { id }: Transition): ReturnType<typeof statesOf> {
  return statesOf(entity, cycleField(entity, id));
}

/** Whether somebody has to do something about the record before the work that the transition is about goes on. */
function isWaiting(entity: Entity, record: RecordValue, transition: Transition): boolean {
  const kind = statesFor(entity, transition)[stateIn(entity, record, transition.id) ?? '']?.kind;
  return kind !== undefined && WAITS.has(kind);
}

/** Whether the next state is, or may be, another one that keeps the record going. */
function leadsOn(entity: Entity, transition: Transition): boolean {
  const states = statesFor(entity, transition);
  return targets(transition, '', []).some((to) => {
    const kind = states[to]?.kind;
    return kind !== undefined && kind !== 'cancelled' && kind !== 'rejected';
  });
}

const RANKS: Readonly<Record<StateKind, number>> = {
  done: 4,
  review: 3,
  active: 3,
  waiting: 2,
  draft: 1,
  rejected: 0,
  cancelled: 0,
};

/** How much a transition deserves the primary button, by the kind of its next state, of several the best. 0: it leads back or off the main path. */
function rankOf(entity: Entity, record: RecordValue, transition: Transition): number {
  const own = statesFor(entity, transition);
  const [states, state] = [Object.keys(own), stateIn(entity, record, transition.id) ?? ''];
  const ranks = targets(transition, '', []).map((to) => {
    const kind = own[to]?.kind;
    return kind === undefined || states.indexOf(to) <= states.indexOf(state) ? 0 : RANKS[kind];
  });
  return Math.max(0, ...ranks);
}

/** The states a transition may lead to, each once; `same` is where it starts. None where it leads back: only the history knows. */
export function targetsOf(transition: Transition, state: string): readonly string[] {
  return [...new Set(targets(transition, state, []))];
}

/** The fields of the record that the dialog of a transition asks for: those of `asks` among the editable ones, in their order. */
export function askedFields(entity: Entity, { asks }: Transition, editable: ReadonlySet<string>): readonly Field[] {
  return asks.flatMap((id) => (editable.has(id) ? (entity.fields[id] ?? []) : []));
}

/** Whether its button opens a dialog: it asks for something, or its next state is, or may be, final. */
export function asksFirst(entity: Entity, transition: Transition, asked: readonly Field[]): boolean {
  const states = statesFor(entity, transition);
  const isFinal = targets(transition, '', []).some((to) => states[to]?.final === true);
  return asked.length > 0 || Object.keys(transition.input).length > 0 || isFinal;
}
