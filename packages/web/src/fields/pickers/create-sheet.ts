import { createContext, useContext } from 'react';
import type { RecordValue } from '@ninefold/model';

/** A request for a new record from within another form. */
export interface CreateWish {
  readonly entity: string;
  /** The text that the user searched for. */
  readonly text: string;
  readonly onCreated: (record: RecordValue) => void;
}

/** Opens a form for a new record on top of the page; absent where none can be opened. */
export const CreateSheetContext = createContext<((wish: CreateWish) => void) | null>(null);

export function useCreateSheet(): ((wish: CreateWish) => void) | null {
  return useContext(CreateSheetContext);
}
