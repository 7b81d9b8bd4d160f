import type { Facet } from '@ninefold/model';
import { skipToken } from '@reduxjs/toolkit/query';
import { useListQuery } from '../../base/calls/record-api.ts';
import type { ValuesProps } from './values-props.ts';

/** How many records have each value, whatever is chosen of this field; null where they cannot be counted, undefined where not yet. */
export function useFacet({ entity, about, query }: ValuesProps): readonly Facet[] | null | undefined {
  const isLive = about.field?.computed?.live === true;
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ facets: about.id, size: '1', total: 'none' })) params.set(name, value);
  const { data, isError } = useListQuery(isLive ? skipToken : { entity: entity.id, query: params.toString() });
  return isLive || isError ? null : data?.facets?.[about.id];
}
