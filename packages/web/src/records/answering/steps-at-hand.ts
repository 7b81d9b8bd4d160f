import { createContext, useContext } from 'react';
import type { RecordValue } from '@ninefold/model';
import type { ShownTransition } from '../lifecycle/primary.ts';
import type { PressedBy } from '../lifecycle/transition-bar.tsx';

/** What the parts of a record's page know of the steps that the record can take. */
export interface StepsAtHand {
  readonly shown: readonly ShownTransition[];
  /** The fields that the user may change now. */
  readonly editable: ReadonlySet<string>;
  /** A transition has fired, or an approval was given; this is the record since. */
  readonly onDone: (transition: string, record: RecordValue, by: PressedBy) => void;
}

/** Null where no steps are at hand: no page of a record is around, or it is being edited. */
export const StepsAtHandContext = createContext<StepsAtHand | null>(null);

export function useStepsAtHand(): StepsAtHand | null {
  return useContext(StepsAtHandContext);
}
