import { useEffect, useState } from 'react';
import { isProse, type Entity, type Field, type RecordValue } from '@ninefold/model';
import { useMe } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { TypedCell } from '../../fields/cells/typed-cell.tsx';
import { fieldTexts, type FieldPlace } from '../../fields/contract/field-place.ts';
import { draftsOfRecord, eraseDraft, type PlacedDraft } from '../../forms/autosave/draft-store.ts';
import styles from '../../forms/autosave/drafts.module.css';
import { UnsentDraft, UnsentText } from '../../forms/autosave/unsent-draft.tsx';
import { useDraftBounds } from '../../forms/autosave/use-draft-place.ts';
import { strandedIn, type Stranded } from './stranded.ts';

interface StrandedDraftsProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
  /** The ids of the transitions whose form opens. */
  readonly open: ReadonlySet<string>;
}

/** What this user has typed into the record and can neither restore nor send now: to read, to copy and to discard. */
export function StrandedDrafts({ entity, record, editable, open }: StrandedDraftsProps) {
  const { t, transition: nameOf } = useTexts();
  const user = useMe().id;
  const bounds = useDraftBounds();
  const [drafts, setDrafts] = useState<readonly PlacedDraft[]>([]);
  // A form that closes stores what was typed last before this is drawn.
  useEffect(() => {
    const look = (): void =>
      setDrafts(draftsOfRecord(localStorage, { user, entity: entity.id, id: record.id }, bounds, Date.now()));
    const timer = setTimeout(look, 0);
    return () => clearTimeout(timer);
  }, [user, entity, record, bounds]);
  const discard = ({ place, draft }: PlacedDraft): void => {
    eraseDraft(localStorage, place, draft.slot);
    setDrafts((now) => now.filter((each) => each.draft.slot !== draft.slot));
  };
  return strandedIn(entity, drafts, { editable, open }).map((one) => (
    <UnsentDraft
      key={one.draft.slot}
      at={one.draft.at}
      why={
        one.transition === null
          ? t('stranded.locked')
          : t('stranded.step_over', { step: nameOf(entity.id, one.transition.id) })
      }
      onDiscard={one.isWhole ? () => discard(one) : null}
    >
      <Values entity={entity} of={one} />
    </UnsentDraft>
  ));
}

function Values({ entity, of: { fields, values, transition } }: { readonly entity: Entity; readonly of: Stranded }) {
  const texts = useTexts();
  const placeOf = ({ id }: Field): FieldPlace => ({
    entity: entity.id,
    ...(transition !== null && Object.hasOwn(transition.input, id) ? { transition: transition.id } : {}),
  });
  return (
    <dl className={styles['values']}>
      {fields.map((field) => {
        const value = values[field.id] ?? null;
        const isText = isProse(field.type);
        return (
          <div key={field.id} data-nf-unsent-field={field.id}>
            <dt>{fieldTexts(texts, placeOf(field)).label(field)}</dt>
            <dd>
              {isText && typeof value === 'string' ? (
                <UnsentText text={value} />
              ) : (
                <TypedCell field={field} value={value} place={placeOf(field)} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
