import { stateIn, type RecordValue, type Transition } from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';
import { withLiveValues } from '../../services/find-record.ts';
import { mayTurn, type Write, type WriteContext } from '../../services/write-context.ts';
import { beginUpdate, withNextVersion, withRecord } from '../change.ts';
import { follow } from '../following/follow.ts';
import { updateRecord } from '../storing/store.ts';
import { writeChange } from '../storing/write-history.ts';
import { judgeWarned } from '../judging/judge-warned.ts';
import { react } from './react.ts';
import { withSet } from './transition-effects.ts';

/** Neither says that the transition was refused: the first asks, the second is a defect. */
const UNDECIDED: ReadonlySet<string> = new Set(['confirm_warnings', 'fault']);

/** What one call of a transition leaves where it is refused. */
interface OnRefusal {
  /** The call begins again. */
  forget(): void;
  /** Does what may refuse whoever may fire the transition of this record, and remembers that it did. */
  noting<T>(record: RecordValue, work: () => Promise<T>): Promise<T>;
  /** See `Write.leave`; undefined where the transition leaves nothing. */
  readonly leave: Write<unknown>['leave'];
}

/** Follows one call of a transition, by a person or by another system. */
export function onRefusal(transition: Transition): OnRefusal {
  let refused: string | null = null;
  return {
    forget: () => {
      refused = null;
    },
    noting: async ({ id }, work) => {
      try {
        return await work();
      } catch (reason) {
        if (reason instanceof Refusal && !UNDECIDED.has(reason.code)) refused = id;
        throw reason;
      }
    },
    leave:
      transition.onRefusal.length === 0
        ? undefined
        : async (own) => refused !== null && leaveOn(own, refused, transition),
  };
}

/**
 * Writes what the transition leaves, in the name of whoever was refused and without asking for their rights, while the record is in a
 * state that the transition leaves. Answers whether that is anything. Fields and rules are judged; nobody is asked to confirm warnings.
 */
async function leaveOn(own: WriteContext, id: string, transition: Transition): Promise<boolean> {
  const found = (await own.plan.load.load(own.tx, [id], own.scope)).get(id) as RecordValue | undefined; // a plan for writing loads every system field
  if (found === undefined || (found.trashed_at ?? null) !== null) return false;
  const before = withLiveValues(own.entity, found, own.scope);
  if (!transition.from.includes(stateIn(own.entity, before, transition.id) ?? '')) return false;
  const begun = beginUpdate(own, before, {});
  const left = withRecord(begun, await withSet(own, transition.onRefusal, { before, record: before }));
  if (left.changed.size === 0) return false;
  const change = withNextVersion(left);
  await judgeWarned(change);
  updateRecord(own.tx, own.entity, change);
  writeChange(change, {
    kind: 'refuse',
    transition: transition.id,
    from: before.state ?? null,
    to: change.record.state ?? null,
  });
  await follow(change);
  if (mayTurn(change)) await react(change, change);
  return true;
}
