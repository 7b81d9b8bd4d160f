import { useEffect, useState } from 'react';
import type { ChangeSince, RecordValue } from '@ninefold/model';
import { api } from '../../base/store/api.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { recordEndpoints } from '../../base/calls/record-api.ts';

/**
 * The changes of other users since the version on the page. They are requested once the server has a newer version. Where none of
 * them can be told, as after a change that this person made in another window, the record is loaded again, unless something of it is
 * being edited here (`edits`): a save asks then.
 */
export function useChanges(
  entity: string,
  shown: RecordValue,
  { newest, edits }: { readonly newest: number | null; readonly edits: boolean },
): readonly ChangeSince[] {
  const dispatch = useAppDispatch();
  const [found, setFound] = useState<{ readonly since: number; readonly items: readonly ChangeSince[] } | null>(null);
  const since = shown.version;
  const { id } = shown;
  useEffect(() => {
    if (newest === null || newest <= since) return undefined;
    let current = true;
    const asked = dispatch(recordEndpoints.changes.initiate({ entity, id, since }, { track: false }));
    void asked.then(({ data }) => {
      if (!current || !data) return;
      setFound({ since, items: data.items });
      if (data.items.length === 0 && !edits) void dispatch(api.util.invalidateTags(['record']));
    });
    return () => {
      current = false;
    };
  }, [dispatch, entity, id, since, newest, edits]);
  return found?.since === since ? found.items : [];
}
