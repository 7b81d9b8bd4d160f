import { use, useEffect, useState } from 'react';
import type { PresenceAnswer } from '@ninefold/model';
import { onRecordChange } from '../../base/live/record-changes.ts';
import { useLimit } from '../../base/model/use-model.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { recordEndpoints } from '../../base/calls/record-api.ts';
import { HistoryContext } from '../../base/navigation/guarded-router.tsx';
import { api } from '../../base/store/api.ts';
import { toFailure } from '../../base/store/failure.ts';
import { isCovered, isTyping } from '../../kit/keyboard/keys.ts';

/**
 * Polls the version of a record and who else edits it, at an interval while the page is visible and after each change
 * of the record. While the record is edited here, the same call reports that. Null until the first answer. A failed
 * call is silent and repeated at the next interval. A record that is out of sight is loaded again, so that the page says
 * so, unless something is being typed here: what is typed is told so when it is sent.
 */
export function useWatch(entity: string, id: string, editing: boolean): PresenceAnswer | null {
  const dispatch = useAppDispatch();
  const history = use(HistoryContext);
  const everyMs = useLimit('watch_ms');
  const [seen, setSeen] = useState<PresenceAnswer | null>(null);
  useEffect(() => {
    if (everyMs <= 0) return undefined;
    let asking = false;
    let again = false;
    let current = true;
    const ask = async (): Promise<void> => {
      again = asking;
      if (asking || !navigator.onLine || (!editing && document.visibilityState !== 'visible')) return;
      asking = true;
      const answer = await dispatch(recordEndpoints.watch.initiate({ entity, id, editing }, { track: false }));
      asking = false;
      if (current && answer.data) setSeen(answer.data);
      if (current && isGone(answer.error) && !holdsText(history?.guards.size ?? 0))
        dispatch(api.util.invalidateTags(['record']));
      if (current && again) await ask();
    };
    const now = (): void => void ask();
    now();
    const timer = setInterval(now, everyMs);
    document.addEventListener('visibilitychange', now);
    const deaf = onRecordChange(entity, id, now);
    return () => {
      current = false;
      deaf();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', now);
      if (editing) void dispatch(recordEndpoints.stopEditing.initiate({ entity, id }, { track: false }));
    };
  }, [dispatch, history, entity, id, editing, everyMs]);
  return seen;
}

function isGone(error: unknown): boolean {
  return error !== undefined && toFailure(error).status === 404;
}

/** Whether the page holds what would be lost with it: unsaved changes, an open dialog, a text under the cursor, or what it says of an action that failed. */
function holdsText(guards: number): boolean {
  const hasFailed = document.querySelector('[data-nf-action-failure]') !== null;
  return guards > 0 || isCovered() || isTyping(document.activeElement) || hasFailed;
}
