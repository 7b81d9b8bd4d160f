import { useMemo } from 'react';
import { useLimit, useMe } from '../../base/model/use-model.ts';
import type { DraftBounds, DraftPlace } from './draft-store.ts';

/** The place of the user's drafts of one form. `target` is the id of the record or `new <form>`. */
export function useDraftPlace(entity: string, target: string, transition = ''): DraftPlace {
  const user = useMe().id;
  return useMemo(() => ({ user, entity, target, transition }), [user, entity, target, transition]);
}

/** The limits of stored drafts. */
export function useDraftBounds(): DraftBounds {
  const days = useLimit('draft_days');
  const count = useLimit('draft_count');
  const bytes = useLimit('draft_bytes');
  return useMemo(() => ({ days, count, bytes }), [days, count, bytes]);
}
