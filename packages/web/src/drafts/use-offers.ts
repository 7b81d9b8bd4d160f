import { useState } from 'react';
import type { Field } from '@ninefold/model';
import { draftsAt, eraseDraft, type DraftPlace, type KeptDraft } from './draft-store.ts';
import { fromKept } from './kept-values.ts';
import { useDraftBounds } from './use-draft-bounds.ts';

/** Drafts that wait to be restored or discarded. */
export interface Offers {
  /** The newest of which something can still be filled in. */
  readonly offer: KeptDraft | null;
  /** It is not offered any more, but stays kept. */
  take(slot: string): void;
  discard(slot: string): void;
  /** Looks again, once what was typed meanwhile is kept. */
  refresh(): void;
}

/** What the person typed here before; looked at once, so that what is typed now is not offered to its own author. */
export function useOffers(place: DraftPlace, fields: readonly Field[]): Offers {
  const bounds = useDraftBounds();
  const look = (): readonly KeptDraft[] => draftsAt(localStorage, place, bounds, Date.now());
  const [kept, setKept] = useState(look);
  const take = (slot: string): void => setKept((now) => now.filter((each) => each.slot !== slot));
  return {
    offer: kept.find((each) => Object.keys(fromKept(fields, each.values)).length > 0) ?? null,
    take,
    discard: (slot) => {
      eraseDraft(localStorage, place, slot);
      take(slot);
    },
    refresh: () => setKept(look()),
  };
}
