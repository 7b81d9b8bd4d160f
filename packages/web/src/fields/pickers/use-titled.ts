import { idOf, isReference, type Field, type Wire } from '@ninefold/model';
import { skipToken } from '@reduxjs/toolkit/query';
import { useOffersQuery } from '../../base/calls/offers-api.ts';
import { titleOf } from '../cells/record-link.tsx';

/**
 * A reference that is known by its id alone, with the title of its record: without one a picker says that the reader may not see
 * it. Any other value as it is.
 */
export function useTitled(field: Field, value: Wire): Wire {
  const id = isReference(field) && titleOf(value) === null ? idOf(value) : null;
  const { data, isLoading } = useOffersQuery(
    isReference(field) && id !== null && id !== ''
      ? { path: field.to, target: field.to, query: new URLSearchParams({ chosen: id }).toString() }
      : skipToken,
  );
  if (id === null) return value;
  if (isLoading) return { id, title: '' };
  const title = data?.items[0]?.title;
  return title === undefined ? value : { id, title };
}
