import { useMemo, type ReactNode } from 'react';
import type { Entity, RecordValue } from '@ninefold/model';
import { DraftOffer } from '../../forms/autosave/draft-offer.tsx';
import type { StoredDraft } from '../../forms/autosave/draft-store.ts';
import { fromDraftValues } from '../../forms/autosave/draft-values.ts';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { useOffers } from '../../forms/autosave/use-offers.ts';
import { withTargets } from '../../forms/draft/prefill.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import type { Resumed } from './edit-record.tsx';

/** The stored drafts of this user for this record. */
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
  const resume = async (found: StoredDraft): Promise<void> => {
    const values = await withTargets(dispatch, fields, fromDraftValues(fields, found.values));
    take(found.slot);
    onResume({ draft: found, values });
  };
  return {
    refresh,
    offer: offer && (
      <DraftOffer
        draft={offer}
        place={{ entity: entity.id }}
        fields={fields}
        stored={(field) => record[field.id] ?? null}
        changed={offer.version !== record.version}
        onRestore={() => void resume(offer)}
        onDiscard={() => discard(offer.slot)}
      />
    ),
  };
}
