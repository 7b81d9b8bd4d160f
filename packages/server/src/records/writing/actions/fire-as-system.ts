import { type RecordValue, type Transition } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { withLiveValues } from '../../services/find-record.ts';
import type { WriteContext } from '../../services/write-context.ts';
import { beginUpdate, withNextVersion, type Change } from '../change.ts';
import { judgeWrite } from '../judging/judge-write.ts';
import { applied, refuseState, storeTransition } from './transition.ts';

/**
 * Fires a transition of a record in the name of the application (see `systemCaller`), which has loaded it with all that its
 * expressions read. The state, the guard, fields and rules are judged as for people; the form is answered by its defaults, and
 * warnings are kept in the history. Throws the same `Refusal` as for people, with nothing stored.
 */
export async function fireAsSystem(
  own: WriteContext,
  found: RecordValue,
  transition: Transition,
): Promise<Change<RecordValue>> {
  const before = withLiveValues(own.entity, found, own.scope);
  refuseState(own.entity, transition, before);
  const { change: fired, input } = await applied(beginUpdate(own, before, {}), transition, {});
  const change = withNextVersion(fired);
  const warned = await judgeWarned(change);
  await storeTransition(withWarnings(change, warned), transition, input);
  return change;
}

/** Judges a write that nobody confirms: it goes on after warnings, whose codes are answered. */
export async function judgeWarned(change: Change): Promise<readonly string[]> {
  try {
    await judgeWrite(change, []);
    return [];
  } catch (reason) {
    if (!(reason instanceof Refusal) || reason.code !== 'confirm_warnings') throw reason;
    return reason.warnings.map(({ code }) => code);
  }
}

/** The same change, with warnings that nobody was asked about. */
export function withWarnings<C extends Change>(change: C, warnings: readonly string[]): C {
  const { cause } = change.caller;
  if (warnings.length === 0 || cause === undefined) return change;
  return { ...change, caller: { ...change.caller, cause: { ...cause, warnings } } };
}
