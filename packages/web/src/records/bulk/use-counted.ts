import type { BulkMayAnswer, Entity } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { type BulkAction, changeableFields, possibleOf, useVerb } from './actions.ts';

/** The verb of an action with the number of records that it is possible for: “Take (2 of 5)”; the verb alone while that is not known. */
export function useCounted(entity: Entity, may: BulkMayAnswer | undefined): (action: BulkAction) => string {
  const { t } = useTexts();
  const format = useFormat();
  const verb = useVerb(entity.id);
  const fields = changeableFields(entity, useRights());
  return (action) => {
    if (may === undefined) return verb(action);
    const { possible } = possibleOf(action, may, fields);
    const number = format.number(possible, 0);
    if (possible === may.of) return t('bulk.button', { verb: verb(action), number });
    return t('bulk.counted', { verb: verb(action), number, of: format.number(may.of, 0) });
  };
}
