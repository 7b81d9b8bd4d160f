import { useEffect, useState } from 'react';
import type { Field } from '@ninefold/model';
import { draftsAt, eraseDraft, type DraftPlace, type StoredDraft } from './draft-store.ts';
import { fromDraftValues } from './draft-values.ts';
import { useDraftBounds } from './use-draft-place.ts';

/** Drafts that wait to be restored or discarded. */
export interface Offers {
  /** Those with a value that can still be filled in, newest first. */
  readonly offers: readonly StoredDraft[];
  /** Stops offering a draft, but leaves it stored. */
  take(slot: string): void;
  discard(slot: string): void;
  /** Reads the stored drafts again. */
  refresh(): void;
}

/**
 * The stored drafts of a form. They are read once, so that the present input is not offered as a draft; what another
 * window has saved or discarded since is offered no longer.
 */
export function useOffers(place: DraftPlace, fields: readonly Field[]): Offers {
  const bounds = useDraftBounds();
  const look = (): readonly StoredDraft[] => draftsAt(localStorage, place, bounds, Date.now());
  const [drafts, setDrafts] = useState(look);
  useEffect(() => {
    const onStorage = (): void => {
      const stored = new Set(draftsAt(localStorage, place, bounds, Date.now()).map(({ slot }) => slot));
      setDrafts((now) => now.filter(({ slot }) => stored.has(slot)));
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [place, bounds]);
  const take = (slot: string): void => setDrafts((now) => now.filter((each) => each.slot !== slot));
  return {
    offers: drafts.filter((each) => Object.keys(fromDraftValues(fields, each.values)).length > 0),
    take,
    discard: (slot) => {
      eraseDraft(localStorage, place, slot);
      take(slot);
    },
    refresh: () => setDrafts(look()),
  };
}
