import { useMemo } from 'react';
import { useMe } from '../model/use-model.ts';
import type { DraftPlace } from './draft-store.ts';

/** Where the signed-in person's drafts of one form are kept; `target` is the id of the record or `new <form>`. */
export function useDraftPlace(entity: string, target: string, transition = ''): DraftPlace {
  const user = useMe().id;
  return useMemo(() => ({ user, entity, target, transition }), [user, entity, target, transition]);
}
