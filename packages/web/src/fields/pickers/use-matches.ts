import type { Field, RecordValue } from '@ninefold/model';
import { useLazyListQuery } from '../../base/calls/record-api.ts';
import { useModel } from '../../base/model/use-model.ts';
import type { InputProps } from '../contract/input-kind.ts';
import { byTitle } from './matches.ts';
import { isOffered, offerQuery } from './offer.ts';

type Picker = Extract<Field, { readonly to: string }>;

/** Finds what a picker offers for a text, without waiting for its list. None where the call fails. */
export function useMatches(
  { field, scope }: Pick<InputProps<Picker>, 'field' | 'scope'>,
  without: readonly string[],
): (text: string) => Promise<readonly RecordValue[]> {
  const target = useModel().entities[field.to];
  const [ask] = useLazyListQuery();
  return async (text) => {
    if (!target) return [];
    const query = offerQuery(field, target, scope, { search: text }).toString();
    const { data } = await ask({ entity: target.id, query }, true);
    const offered = (data?.items ?? []).filter(
      (record) => !without.includes(record.id) && isOffered(field, record, scope),
    );
    return byTitle(offered, text);
  };
}
