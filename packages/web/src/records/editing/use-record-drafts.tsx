import { useMemo, type ReactNode } from 'react';
import type { Entity, FormScreen, RecordScreen, RecordValue } from '@ninefold/model';
import { DraftOffer } from '../../forms/autosave/draft-offer.tsx';
import type { StoredDraft } from '../../forms/autosave/draft-store.ts';
import { fromDraftValues } from '../../forms/autosave/draft-values.ts';
import { useDraftPlace } from '../../forms/autosave/use-draft-place.ts';
import { useOffers } from '../../forms/autosave/use-offers.ts';
import { withTargets } from '../../forms/draft/prefill.ts';
import { useAppDispatch } from '../../base/store/store.ts';
import { fieldsOf, targetOf, type Resumed } from './edit-record.tsx';

interface RecordDraftsSource {
  readonly screen: RecordScreen | FormScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
}

/** The stored drafts of this user for this record, typed on this screen. */
export function useRecordDrafts(
  { screen, entity, record, editable }: RecordDraftsSource,
  onResume: (resumed: Resumed) => void,
): { readonly offer: ReactNode; readonly refresh: () => void } {
  const dispatch = useAppDispatch();
  const fields = useMemo(
    () => fieldsOf(screen, entity).filter((field) => editable.has(field.id)),
    [screen, entity, editable],
  );
  const { offers, take, discard, refresh } = useOffers(useDraftPlace(entity.id, targetOf(screen, record.id)), fields);
  const resume = async (found: StoredDraft): Promise<void> => {
    const values = await withTargets(dispatch, fields, fromDraftValues(fields, found.values));
    take(found.slot);
    onResume({ draft: found, values });
  };
  return {
    refresh,
    offer: (
      <DraftOffer
        drafts={offers}
        placeOf={() => ({ entity: entity.id })}
        fields={fields}
        stored={(field) => record[field.id] ?? null}
        changed={({ version }) => version !== record.version}
        onRestore={(offer) => void resume(offer)}
        onDiscard={({ slot }) => discard(slot)}
      />
    ),
  };
}
