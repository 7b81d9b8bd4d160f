import { DraftOffer } from './draft-offer.tsx';
import type { DraftPlace, StoredDraft } from './draft-store.ts';
import { fromDraftValues } from './draft-values.ts';
import type { Autosave } from './use-autosave.ts';
import { useOffers } from './use-offers.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { withTargets } from '../draft/prefill.ts';
import type { Draft } from '../draft/use-draft.ts';

interface OfferedDraftProps {
  readonly draft: Draft;
  readonly autosave: Autosave;
  readonly place: DraftPlace;
  /** Whether the record has changed since the draft was typed. */
  readonly changed: (offered: StoredDraft) => boolean;
  /** Called with the draft that is restored. */
  readonly onRestore?: (offered: StoredDraft) => void;
}

/** Offers the stored drafts, each until the user restores or discards it. */
export function OfferedDraft({ draft, autosave, place, changed, onRestore }: OfferedDraftProps) {
  const dispatch = useAppDispatch();
  const { fields } = draft.plan;
  const { offers, take, discard } = useOffers(place, fields);
  const restore = async (offer: StoredDraft): Promise<void> => {
    const values = await withTargets(dispatch, fields, fromDraftValues(fields, offer.values));
    autosave.adopt(
      offer,
      draft.changed.some(({ id }) => Object.hasOwn(values, id)),
    );
    onRestore?.(offer);
    take(offer.slot);
    draft.fill(values);
  };
  return (
    <DraftOffer
      drafts={offers}
      placeOf={draft.plan.placeOf}
      fields={fields}
      stored={draft.stored}
      changed={changed}
      onRestore={(offer) => void restore(offer)}
      onDiscard={({ slot }) => discard(slot)}
    />
  );
}
