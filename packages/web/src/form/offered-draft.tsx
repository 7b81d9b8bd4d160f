import { DraftOffer } from '../drafts/draft-offer.tsx';
import type { DraftPlace, KeptDraft } from '../drafts/draft-store.ts';
import { fromKept } from '../drafts/kept-values.ts';
import type { Keeper } from '../drafts/use-keeper.ts';
import { useOffers } from '../drafts/use-offers.ts';
import { useAppDispatch } from '../store/store.ts';
import { withTargets } from './prefill.ts';
import type { Draft } from './use-draft.ts';

interface OfferedDraftProps {
  readonly draft: Draft;
  readonly keeper: Keeper;
  readonly place: DraftPlace;
  /** Whether what the draft was typed over has changed since. */
  readonly changed: (kept: KeptDraft) => boolean;
}

/** What was typed into this form before, as long as nothing else is typed into it. */
export function OfferedDraft({ draft, keeper, place, changed }: OfferedDraftProps) {
  const dispatch = useAppDispatch();
  const { fields } = draft.plan;
  const { offer, take, discard } = useOffers(place, fields);
  if (offer === null || draft.changed.length > 0) return null;
  const restore = async (): Promise<void> => {
    const values = await withTargets(dispatch, fields, fromKept(fields, offer.values));
    keeper.adopt(offer.slot);
    take(offer.slot);
    draft.fill(values);
  };
  return (
    <DraftOffer
      kept={offer}
      place={{ entity: place.entity, ...(place.transition === '' ? {} : { transition: place.transition }) }}
      fields={fields}
      stored={draft.stored}
      changed={changed(offer)}
      onRestore={() => void restore()}
      onDiscard={() => discard(offer.slot)}
    />
  );
}
