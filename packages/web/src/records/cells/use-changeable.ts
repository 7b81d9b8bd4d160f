import { useMemo } from 'react';
import { changesAlone, isGivable, screensOf, type Entity, type RecordScreen } from '@ninefold/model';
import { useModel, useRights } from '../../base/model/use-model.ts';
import type { Column } from '../rows/columns.ts';

/** What of a list is changed in its cells. */
export interface ChangeableCells {
  /** The page under which what is typed is kept. */
  readonly screen: RecordScreen;
  /** The columns, in their order, that this person may change in some record. */
  readonly fields: readonly string[];
}

/** The columns that are changed by themselves; null where there is none, or no page of a record to go on with. */
export function useChangeable(entity: Entity, columns: readonly Column[]): ChangeableCells | null {
  const model = useModel();
  const rights = useRights();
  return useMemo(() => {
    const screen = screensOf(model, entity.id, 'record')[0];
    const updating = rights.grants(entity.id).filter(({ verbs }) => verbs.update !== undefined);
    const fields = columns.flatMap(({ field }) => {
      if (field === null || !isGivable(field) || !changesAlone(entity, field)) return [];
      return updating.some((grant) => grant.fields[field.id]?.update === true) ? [field.id] : [];
    });
    return screen === undefined || fields.length === 0 ? null : { screen, fields };
  }, [model, rights, entity, columns]);
}
