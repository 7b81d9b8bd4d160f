import type { BulkMayAnswer, Entity } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useRights } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { type BulkAction, changeableFields, possibleOf, useVerb } from './actions.ts';

/** What a button says of an action. */
export interface Counted {
  /** The verb with the number of records that the action is possible for: “Take (2 of 5)”; the verb alone while that is not known. */
  readonly label: string;
  /** The longest label that it may get, for whose width its button has room. */
  readonly longest: string;
  /** True once it is known that the action is possible for none of the records. */
  readonly isBarred: boolean;
}

/** The labels of actions on `selected` records. `may`: for how many each is possible; undefined while that is not known. */
export function useCounted(
  entity: Entity,
  may: BulkMayAnswer | undefined,
  selected: number,
): (action: BulkAction) => Counted {
  const { t } = useTexts();
  const format = useFormat();
  const verbOf = useVerb(entity.id);
  const fields = changeableFields(entity, useRights());
  const counted = (verb: string, possible: number, of: number): string =>
    t('bulk.counted', { verb, number: format.number(possible, 0), of: format.number(of, 0) });
  return (action) => {
    const verb = verbOf(action);
    const longest = counted(verb, selected, selected);
    if (may === undefined) return { label: verb, longest, isBarred: false };
    const { possible } = possibleOf(action, may, fields);
    const all = t('bulk.button', { verb, number: format.number(possible, 0) });
    return { label: possible === may.of ? all : counted(verb, possible, may.of), longest, isBarred: possible === 0 };
  };
}
