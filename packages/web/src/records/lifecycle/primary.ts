import type { Entity, Field, RecordValue, StateKind, Transition, TransitionVerdict } from '@ninefold/model';
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

/**
 * The transitions whose buttons show: allowed ones, and blocked ones that are not `hidden` then. At most one is primary, and
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
    const transition = entity.lifecycle?.transitions[verdict.id];
    if (!transition) return [];
    const isBlocked = verdict.verdict === 'blocked' && !transition.hidden;
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
    .map((transition) => ({ transition, rank: rankOf(entity, record.state ?? '', transition) }))
    .toSorted((a, b) => b.rank - a.rank);
  const theirs = isWaiting(entity, record)
    ? ranked.find(({ transition }) => leadsOn(entity, transition) && isForUser(transition.when, record, user))
    : undefined;
  return (theirs ?? ranked.find(({ rank }) => rank > 0))?.transition;
}

const WAITS: ReadonlySet<StateKind> = new Set(['draft', 'waiting', 'review']);

/** Whether somebody has to do something about the record before work goes on. */
function isWaiting({ lifecycle }: Entity, { state = '' }: RecordValue): boolean {
  const kind = lifecycle?.states[state]?.kind;
  return kind !== undefined && WAITS.has(kind);
}

/** Whether the next state is another one that keeps the record going. */
function leadsOn({ lifecycle }: Entity, { to }: Transition): boolean {
  const kind = lifecycle?.states[to]?.kind;
  return kind !== undefined && kind !== 'cancelled' && kind !== 'rejected';
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

/** How much a transition deserves the primary button, by the kind of its next state. 0: it leads back or off the main path. */
function rankOf(entity: Entity, state: string, transition: Transition): number {
  const states = Object.keys(entity.lifecycle?.states ?? {});
  const kind = entity.lifecycle?.states[transition.to]?.kind;
  return kind === undefined || states.indexOf(transition.to) <= states.indexOf(state) ? 0 : RANKS[kind];
}

/** The state a transition leads to; `same` is where it starts. */
export function targetOf(transition: Transition, state: string): string {
  return transition.to === 'same' ? state : transition.to;
}

/** The fields of the record that the dialog of a transition asks for: those of `asks` among the editable ones, in their order. */
export function askedFields(entity: Entity, { asks }: Transition, editable: ReadonlySet<string>): readonly Field[] {
  return asks.flatMap((id) => (editable.has(id) ? (entity.fields[id] ?? []) : []));
}

/** Whether its button opens a dialog: it asks for something, or its next state is final. */
export function asksFirst(entity: Entity, transition: Transition, asked: readonly Field[]): boolean {
  const isFinal = entity.lifecycle?.states[transition.to]?.final === true;
  return asked.length > 0 || Object.keys(transition.input).length > 0 || isFinal;
}
