import { approvalState, type RecordValue, type Transition } from '@ninefold/model';
import { withLiveValues } from '../../services/find-record.ts';
import type { WriteContext } from '../../services/write-context.ts';
import { beginUpdate } from '../change.ts';
import { follow } from '../following/follow.ts';
import { tellOfChange } from '../following/tell-of-change.ts';
import { writeChange } from '../storing/write-history.ts';

/**
 * What the timer of an escalation does: it says in the history for whom others may press from then on. Where nobody is awaited, it
 * is tried again, as a timer whose condition does not hold.
 */
export function escalationOf(
  own: WriteContext,
  found: RecordValue,
  transition: Transition,
): { readonly isOpen: boolean; readonly isKept: true; readonly fire: () => Promise<true> } {
  const record = withLiveValues(own.entity, found, own.scope);
  const missing = approvalState(transition, { ...own.scope, record })?.missing ?? [];
  const fire = async (): Promise<true> => {
    const change = beginUpdate(own, record, {});
    const state = record.state ?? null;
    for (const person of missing)
      writeChange(change, { kind: 'escalate', transition: transition.id, from: state, to: state, for: person });
    await follow(change);
    await tellOfChange(change);
    return true;
  };
  return { isOpen: missing.length > 0, isKept: true, fire };
}
