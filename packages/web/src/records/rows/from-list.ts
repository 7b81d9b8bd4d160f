import { useLocation } from 'react-router';

/** The list that a record was opened from. */
export interface FromList {
  /** The query of `GET /api/<entity>` that gave the page of the list. */
  readonly query: string;
  /** The address of the list, with all its state. */
  readonly address: string;
}

/** The history state of a link from a list to one of its records. */
export function fromListState(list: FromList): { readonly nfList: FromList } {
  return { nfList: list };
}

/** The list that the reader came from. Null: they came another way. */
export function useFromList(): FromList | null {
  const { state } = useLocation() as { readonly state: { readonly nfList?: Partial<FromList> } | null }; // each member is checked below
  const { query, address } = state?.nfList ?? {};
  return typeof query === 'string' && typeof address === 'string' ? { query, address } : null;
}
