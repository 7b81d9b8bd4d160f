import type { Field, ReferenceValue } from '@ninefold/model';
import { useLazyOffersQuery } from '../../base/calls/offers-api.ts';
import { useModel } from '../../base/model/use-model.ts';
import type { InputProps } from '../contract/input-kind.ts';
import { byTitle } from './matches.ts';
import { isOffered, offersCall } from './offer.ts';

type Picker = Extract<Field, { readonly to: string }>;

/** Finds what a picker offers for a text, without waiting for its list. None where the call fails. */
export function useMatches(
  { field, place, scope }: Pick<InputProps<Picker>, 'field' | 'place' | 'scope'>,
  without: readonly string[],
): (text: string) => Promise<readonly ReferenceValue[]> {
  const target = useModel().entities[field.to];
  const [ask] = useLazyOffersQuery();
  return async (text) => {
    if (!target) return [];
    const { data } = await ask(offersCall({ field, place, target, scope, search: text }), true);
    const offered = (data?.items ?? []).filter(
      (record) => !without.includes(record.id) && isOffered(field, record, scope),
    );
    return byTitle(offered, text);
  };
}
