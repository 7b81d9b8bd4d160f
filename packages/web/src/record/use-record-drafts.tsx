import { useMemo, type ReactNode } from 'react';
import type { Entity, RecordValue, Wire } from '@ninefold/model';
import { DraftOffer } from '../drafts/draft-offer.tsx';
import type { KeptDraft } from '../drafts/draft-store.ts';
import { fromKept } from '../drafts/kept-values.ts';
import { useDraftPlace } from '../drafts/use-draft-place.ts';
import { useOffers } from '../drafts/use-offers.ts';
import { withTargets } from '../form/prefill.ts';
import { useAppDispatch } from '../store/store.ts';
import type { Resumed } from './edit-record.tsx';

/** What this person typed into this record before and did not save. */
export function useRecordDrafts(
  entity: Entity,
  record: RecordValue,
  editable: ReadonlySet<string>,
  onResume: (resumed: Resumed) => void,
): { readonly offer: ReactNode; readonly refresh: () => void } {
  const dispatch = useAppDispatch();
  const fields = useMemo(
    () => Object.values(entity.fields).filter((field) => editable.has(field.id)),
    [entity, editable],
  );
  const { offer, take, discard, refresh } = useOffers(useDraftPlace(entity.id, record.id), fields);
  const resume = async (kept: KeptDraft): Promise<void> => {
    const values = await withTargets(dispatch, fields, fromKept(fields, kept.values));
    take(kept.slot);
    onResume({ kept, values });
  };
  return {
    refresh,
    offer: offer && (
      <DraftOffer
        kept={offer}
        place={{ entity: entity.id }}
        fields={fields}
        stored={(field) => (record[field.id] as Wire | undefined) ?? null}
        changed={offer.version !== record.version}
        onRestore={() => void resume(offer)}
        onDiscard={() => discard(offer.slot)}
      />
    ),
  };
}
