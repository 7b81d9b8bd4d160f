import { useState } from 'react';
import {
  judgeTransitions,
  stateIn,
  type Entity,
  type RecordValue,
  type Rights,
  type Scope,
  type Transition,
} from '@ninefold/model';
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
    actions: bulkActions(
      entity,
      rights,
      whole || named !== null ? null : (transition) => isOffered(transition, { entity, rights, records, scope }),
    ),
  });
  const [kept, setKept] = useState(decide);
  if (kept.selected === selected && kept.rights === rights && kept.entity === entity) return kept.actions;
  const decided = decide();
  setKept(decided);
  return decided.actions;
}

/** Selected records, and what their conditions are judged with. */
interface Selected {
  readonly entity: Entity;
  readonly rights: Rights;
  readonly records: readonly RecordValue[];
  readonly scope: Scope;
}

/** Whether the transition leaves the state of one of the records; a hidden one has to be open there, as far as the list tells. */
export function isOffered({ id, from, hidden }: Transition, { records, ...look }: Selected): boolean {
  const leaving = records.filter((record) => from.includes(stateIn(look.entity, record, id) ?? ''));
  if (!hidden) return leaving.length > 0;
  return leaving.some((record) =>
    judgeTransitions({ ...look, record }).some((one) => one.id === id && one.verdict !== 'blocked'),
  );
}
