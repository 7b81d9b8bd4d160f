import { createContext, useContext } from 'react';

/** What the inputs of one form share. */
export interface FormPlace {
  /** DOM id of the control of a path (`lines[1].qty`). */
  controlId(path: string): string;
  /** Messages shown at a path. */
  messages(path: string): readonly { readonly code: string; readonly text: string }[];
}

export const FormContext = createContext<FormPlace>({ controlId: (path) => path, messages: () => [] });

export function useFormPlace(): FormPlace {
  return useContext(FormContext);
}
