import { useState } from 'react';
import type { Entity } from '@ninefold/model';
import { useRights, useScope } from '../../base/model/use-model.ts';
import { type BulkAction, bulkActions } from './actions.ts';
import type { Selection } from './selection.ts';

/**
 * The actions that the bar shows for a selection, in their order. They are decided when the selection is made, and stay
 * while it does: neither the counts that arrive later nor what others change moves a button under the pointer.
 */
export function useOffered(entity: Entity, { whole, named, records }: Selection): readonly BulkAction[] {
  const rights = useRights();
  const scope = useScope();
  const selected = whole ? 'whole' : (named ?? records.map(({ id }) => id)).join(' ');
  const decide = () => ({
    selected,
    rights,
    entity,
    actions: bulkActions(entity, rights, whole || named !== null ? null : { records, scope }),
  });
  const [kept, setKept] = useState(decide);
  if (kept.selected === selected && kept.rights === rights && kept.entity === entity) return kept.actions;
  const decided = decide();
  setKept(decided);
  return decided.actions;
}
