import { createContext, useContext } from 'react';
import type { Problem } from '@ninefold/model';

/** A problem with its text, as it stands beside the field. */
export interface Message extends Pick<Problem, 'code' | 'why'> {
  readonly text: string;
}

/** What the inputs of one form share. */
export interface FormPlace {
  /** The id of the entity that is filled in. */
  readonly entity: string;
  /** DOM id of the control of a path (`lines[1].qty`). */
  controlId(path: string): string;
  /** Messages shown at a path. */
  messages(path: string): readonly Message[];
}

export const FormContext = createContext<FormPlace>({ entity: '', controlId: (path) => path, messages: () => [] });

export function useFormPlace(): FormPlace {
  return useContext(FormContext);
}
