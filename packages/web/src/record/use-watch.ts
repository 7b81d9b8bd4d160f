import { useEffect, useState } from 'react';
import type { PresenceAnswer } from '@ninefold/model';
import { onRecordChange } from '../live/record-changes.ts';
import { useLimit } from '../model/use-model.ts';
import { useAppDispatch } from '../store/store.ts';
import { recordEndpoints } from './record-api.ts';

/**
 * Asks again and again while the page is seen, and whenever somebody changed the record, which version a record has and who else is editing it; while it is edited here,
 * says so. Null until the first answer. A call that fails is made again the next time: nobody is disturbed by it.
 */
export function useWatch(entity: string, id: string, editing: boolean): PresenceAnswer | null {
  const dispatch = useAppDispatch();
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
  }, [dispatch, entity, id, editing, everyMs]);
  return seen;
}
