import { useEffect, useState } from 'react';
import type { ChangeSince, RecordValue } from '@ninefold/model';
import { useAppDispatch } from '../../base/store/store.ts';
import { recordEndpoints } from '../../base/calls/record-api.ts';

/** The changes of other users since the version on the page. They are requested once the server has a newer version. */
export function useChanges(entity: string, shown: RecordValue, newest: number | null): readonly ChangeSince[] {
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<{ readonly since: number; readonly items: readonly ChangeSince[] } | null>(null);
  const since = shown.version;
  const { id } = shown;
  useEffect(() => {
    if (newest === null || newest <= since) return undefined;
    let current = true;
    const asked = dispatch(recordEndpoints.changes.initiate({ entity, id, since }, { track: false }));
    void asked.then(({ data }) => current && data && setFound({ since, items: data.items }));
    return () => {
      current = false;
    };
  }, [dispatch, entity, id, since, newest]);
  return found?.since === since ? found.items : [];
}
