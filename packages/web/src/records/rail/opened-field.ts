import { createContext, useContext } from 'react';
import type { Resumed } from '../editing/edit-record.tsx';

/**
 * Leads to a field of the page of a record: opens it for editing where the reader may change it, in its place or in the form,
 * else shows it. `carried` is typed elsewhere on the page, and the form goes on with it.
 */
export type OpenField = (field: string, carried?: Resumed) => void;

/** Null where no page of a record is around. */
export const OpenFieldContext = createContext<OpenField | null>(null);

export function useOpenField(): OpenField | null {
  return useContext(OpenFieldContext);
}
