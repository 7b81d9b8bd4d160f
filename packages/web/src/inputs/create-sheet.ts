import { createContext, useContext } from 'react';
import type { RecordValue } from '@ninefold/model';

/** A wish for a new record, made from within another form. */
export interface CreateWish {
  readonly entity: string;
  /** What was typed while looking for it. */
  readonly text: string;
  readonly onCreated: (record: RecordValue) => void;
}

/** Opens a form for a new record on top of the page; absent where none can be opened. */
export const CreateSheetContext = createContext<((wish: CreateWish) => void) | null>(null);

export function useCreateSheet(): ((wish: CreateWish) => void) | null {
  return useContext(CreateSheetContext);
}
