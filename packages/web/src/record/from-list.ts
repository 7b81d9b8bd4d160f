import { useLocation } from 'react-router';

/** The list that a record was opened from. */
export interface FromList {
  /** The question to `GET /api/<entity>` that gave its page. */
  readonly query: string;
  /** The address of the list, with all its state. */
  readonly address: string;
}

/** What a link from a list to one of its records carries along. */
export function fromListState(list: FromList): { readonly nfList: FromList } {
  return { nfList: list };
}

/** The list that the reader came from; null where he came another way. */
export function useFromList(): FromList | null {
  const { state } = useLocation() as { readonly state: { readonly nfList?: Partial<FromList> } | null };
  const { query, address } = state?.nfList ?? {};
  return typeof query === 'string' && typeof address === 'string' ? { query, address } : null;
}
