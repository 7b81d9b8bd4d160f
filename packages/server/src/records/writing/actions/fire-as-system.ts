import { type RecordValue, type Transition } from '@ninefold/model';
import { withLiveValues } from '../../services/find-record.ts';
import type { WriteContext } from '../../services/write-context.ts';
import { beginUpdate, withNextVersion, type Change } from '../change.ts';
import { judgeWarned, withWarnings } from '../judging/judge-warned.ts';
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
