import {
  cycleField,
  isProse,
  stateIn,
  statesOf,
  targets,
  type Entity,
  type Field,
  type RecordValue,
  type Transition,
} from '@ninefold/model';
import { asksFirst } from '../lifecycle/primary.ts';

/**
 * The one text that a transition asks for, which can then be written where comments are written; null where it asks for anything else,
 * or has to be confirmed because it may end the record's way.
 */
export function answerOf(entity: Entity, transition: Transition): Field | null {
  const answers = Object.values(transition.input);
  const [answer] = answers;
  const isSaid =
    answers.length === 1 &&
    answer !== undefined &&
    isProse(answer.type, 'block') &&
    answer.required &&
    transition.asks.length === 0;
  return isSaid && !asksFirst(entity, { ...transition, input: {} }, []) ? answer : null;
}

/** Whether a transition asks somebody back: work waits for what they answer to a text. */
export function asksBack(entity: Entity, record: RecordValue, transition: Transition): boolean {
  const states = statesOf(entity, cycleField(entity, transition.id));
  const state = stateIn(entity, record, transition.id) ?? '';
  const waits = targets(transition, state, []).every((next) => states[next]?.kind === 'waiting');
  return states[state]?.kind === 'active' && waits && answerOf(entity, transition) !== null;
}
