import type { Entity, Model } from '@ninefold/model';
import { isMany } from '@ninefold/model';
import { backReferenceIn } from '../back-references.ts';
import type { Assignment } from '../world.ts';
import { passedByOthers } from './by-others.ts';
import type { Crowd } from './casting.ts';
import { isFreeToChange } from './changes.ts';
import { isCreation, isFiredElsewhere, isUpdate, reactionOf, staying, type Move } from './moves.ts';
import { setOf } from './setting.ts';
import { passed, type Passed, type Taken } from './stepping.ts';
import { beforeWaiting } from './waiting.ts';

interface Place {
  readonly model: Model;
  readonly entity: Entity;
  /** What a promise may still cost. */
  readonly trying: Trying;
  readonly crowd?: Crowd;
  /** Whether its steps make those of another record happen. */
  readonly isOfOthers?: true;
}

/** How many steps are still tried for what comes between others, of all ways to break a promise. */
export interface Trying {
  left: number;
}

interface Way {
  readonly way: readonly Move[];
  readonly last: Move;
}

/** So many things happen to the record between the steps of a way at most, and so many steps are tried for that. */
const MOST_BETWEEN = 2;
const MOST_TRIED = 40;

/** Of one promise. */
export function trying(): Trying {
  return { left: MOST_TRIED };
}

/**
 * The steps of a way before its last one, read backwards from the values that the record has at the end. Where the record does not get
 * these by the steps alone, changes, reactions and transitions that leave its state as it is may come between them. Null where
 * nothing of the kind was found.
 */
export function stepsTo(place: Place, { way, last }: Way, end: Assignment): readonly Taken[] | null {
  const search = { ...place, way };
  for (let between = 0; between <= MOST_BETWEEN; between += 1) {
    const found = retraced(search, { at: way.length - 1, next: last, between }, end);
    if (found !== null) return found;
  }
  return null;
}

interface Search extends Place {
  readonly way: readonly Move[];
}

/** Where a search is on its way back: the steps up to `at` are still to be taken. */
interface Back {
  readonly at: number;
  readonly next: Move;
  readonly between: number;
}

function retraced(search: Search, { at, next, between }: Back, values: Assignment): readonly Taken[] | null {
  const move = search.way[at];
  if (!move) return [];
  const step = between > 0 ? null : before(search, move, next, values);
  if (step) {
    const earlier = retraced(search, { at: at - 1, next: move, between }, step.before);
    return earlier && [...earlier, ...step.taken];
  }
  if (between === 0 || search.trying.left <= 0) return null;
  for (const beside of helping(search, next, values)) {
    search.trying.left -= 1;
    const one = search.trying.left < 0 ? null : before(search, beside, next, values);
    const earlier = one && retraced(search, { at, next: beside, between: between - 1 }, one.before);
    if (earlier) return [...earlier, ...one.taken];
  }
  const direct = before(search, move, next, values);
  const earlier = direct && retraced(search, { at: at - 1, next: move, between }, direct.before);
  return earlier && [...earlier, ...direct.taken];
}

/** One step back; null where it cannot be made. */
function before(search: Search, move: Move, next: Move, values: Assignment): Passed | null {
  const { model, entity, crowd } = search;
  const isLate = move.reaction !== undefined && move.reaction.turnedBy !== 'write'; // it waits for a moment of its own
  const isFired = isFiredElsewhere(move);
  if ((isOthers(entity, move) && !isFired) || isLate || move.enters?.isGuessed === true) return null; // whether it comes to that is not followed
  const asked = { model, entity, move, next, isWaiting: waitsFor(entity, next), ...(crowd ? { crowd } : {}) };
  const step = (isFired ? null : passed(asked, values)) ?? byOthers(search, asked, values);
  if (step === null || step.taken.some((one) => backReferenceIn(model, one.entity ?? entity.id, one.values) !== null))
    return null;
  const earlier = beforeWaiting(model, move, step.before);
  return earlier && { ...step, before: earlier };
}

/** The step as another record makes it, which nothing else has made in turn. */
function byOthers(search: Search, step: Parameters<typeof passed>[0], values: Assignment): Passed | null {
  const { model, trying, isOfOthers } = search;
  if (isOfOthers || (!isCreation(step.move) && !isFiredElsewhere(step.move)) || trying.left <= 0) return null;
  trying.left -= 1;
  return passedByOthers(step, values, (entity, { ways, move: last }, end) => {
    for (const way of ways) {
      const found = stepsTo({ model, entity, trying, isOfOthers: true }, { way, last }, end);
      if (found !== null) return found;
    }
    return null;
  });
}

/** What happens elsewhere, and what is left of a refusal. */
function isOthers(entity: Entity, move: Move): boolean {
  return move.by === 'others' && reactionOf(entity, move) === undefined;
}

/** Whether time passes before a move: a timer with `after`, or a reaction with a calendar. */
function waitsFor(entity: Entity, move: Move): boolean {
  const reaction = reactionOf(entity, move);
  return reaction ? reaction.turnedBy === 'calendar' : move.by === 'system' && move.transition?.timer?.kind === 'after';
}

/** What may happen just before the next step and writes something of which it is known what it has to be. */
function helping({ model, entity }: Search, next: Move, values: Assignment): readonly Move[] {
  const known = new Set([...values.keys()].flatMap((path) => /^record\.(\w+)$/.exec(path)?.[1] ?? []));
  const helps = (move: Move): boolean => {
    if (isUpdate(move)) return [...known].some((name) => isWritten(entity, name));
    const reaction = reactionOf(entity, move);
    if (reaction) return reaction.turnedBy === 'write'; // it fires whether that helps or not
    if (move.by !== 'people') return false;
    return setOf(move).some(({ field }) => known.has(field)) || (isLeading(move) && known.has(move.cycle));
  };
  const moves = staying(model, entity, next.from).filter(helps);
  return [...moves.filter((move) => !isUpdate(move)), ...moves.filter(isUpdate)];
}

/** A field that a change by people may give another value. */
function isWritten({ fields }: Entity, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && isFreeToChange(field) && !isMany(field.type);
}

/** A transition of a further life cycle from a state that is known. */
function isLeading({ transition, cycle }: Move): boolean {
  if (transition === null || cycle === 'state' || transition.to === 'previous') return false;
  return transition.to !== 'same' && transition.branches.length === 0;
}
