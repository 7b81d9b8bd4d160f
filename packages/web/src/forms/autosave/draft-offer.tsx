import { Button, Group, Radio } from '@mantine/core';
import { History } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Field, Wire } from '@ninefold/model';
import { TypedCell } from '../../fields/cells/typed-cell.tsx';
import { Differences } from '../../fields/cells/differences.tsx';
import type { FieldPlace } from '../../fields/contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { StoredDraft } from './draft-store.ts';
import styles from './drafts.module.css';
import { fromDraftValues, isTyped, tellingField } from './draft-values.ts';
import { useMoments } from './use-moments.ts';

interface DraftOfferProps {
  /** Newest first. */
  readonly drafts: readonly StoredDraft[];
  readonly placeOf: (field: Field) => FieldPlace;
  readonly fields: readonly Field[];
  /** The stored value. */
  readonly stored: (field: Field) => Wire;
  /** True: the record has changed since the draft was typed. */
  readonly changed: (draft: StoredDraft) => boolean;
  readonly onRestore: (draft: StoredDraft) => void;
  readonly onDiscard: (draft: StoredDraft) => void;
}

/** Offers the stored drafts of a form, the newest unless the user chooses another. Nothing is drawn where there are none. */
export function DraftOffer({ drafts, ...rest }: DraftOfferProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const draft = drafts.find(({ slot }) => slot === chosen) ?? drafts[0];
  if (draft === undefined) return null;
  return (
    <OneDraft {...rest} draft={draft}>
      {drafts.length > 1 && <DraftChoice {...rest} drafts={drafts} chosen={draft.slot} onChoose={setChosen} />}
    </OneDraft>
  );
}

interface DraftChoiceProps extends Pick<DraftOfferProps, 'fields' | 'placeOf'> {
  readonly drafts: readonly StoredDraft[];
  readonly chosen: string;
  readonly onChoose: (slot: string) => void;
}

/** How many drafts there are, and which of them is shown. */
function DraftChoice({ drafts, fields, placeOf, chosen, onChoose }: DraftChoiceProps) {
  const { t } = useTexts();
  const moment = useMoments();
  const typed = drafts.map(({ values }) => fromDraftValues(fields, values));
  const telling = tellingField(fields, typed);
  return (
    <Radio.Group value={chosen} onChange={onChoose} label={t('draft.several', { count: drafts.length })} mb="sm">
      <Group gap="md" mt={4}>
        {drafts.map(({ slot, at }, index) => (
          <Radio
            key={slot}
            value={slot}
            label={
              <span className={styles['choice']}>
                {moment(at)}{' '}
                <TellingValue telling={telling} fields={fields} values={typed[index] ?? {}} placeOf={placeOf} />
              </span>
            }
            data-nf-draft-of={slot}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}

interface TellingValueProps extends Pick<DraftOfferProps, 'fields' | 'placeOf'> {
  readonly telling: Field | null;
  readonly values: Readonly<Record<string, Wire>>;
}

/** The value of a draft by which it is told from the others; where it has none, the first that was typed. */
function TellingValue({ telling, fields, values, placeOf }: TellingValueProps) {
  const field = telling && isTyped(values[telling.id]) ? telling : fields.find(({ id }) => isTyped(values[id]));
  return field ? <TypedCell field={field} value={values[field.id] ?? null} place={placeOf(field)} compact /> : null;
}

interface OneDraftProps extends Omit<DraftOfferProps, 'drafts'> {
  readonly draft: StoredDraft;
  /** The choice among several. */
  readonly children: ReactNode;
}

/** A stored draft, with its values beside the present ones. */
function OneDraft({ draft, placeOf, fields, stored, changed, onRestore, onDiscard, children }: OneDraftProps) {
  const { t } = useTexts();
  const time = useMoments()(draft.at);
  const values = fromDraftValues(fields, draft.values);
  const shown = fields.filter((field) => Object.hasOwn(values, field.id));
  return (
    <section className={styles['offer']} aria-label={t('draft.title', { time })} data-nf-draft={draft.slot}>
      <h2>
        <History size={16} aria-hidden /> {t('draft.title', { time })}
      </h2>
      {children}
      <p>{t(draft.key !== undefined ? 'draft.unanswered' : changed(draft) ? 'draft.changed' : 'draft.text')}</p>
      <Differences
        placeOf={placeOf}
        fields={shown}
        headings={[t('draft.stored'), t('draft.draft')]}
        before={stored}
        after={(field) => values[field.id] ?? null}
      />
      <Group gap="sm" mt="sm">
        <Button onClick={() => onRestore(draft)} data-nf-draft-restore>
          {t('draft.restore', { time })}
        </Button>
        <Button variant="default" onClick={() => onDiscard(draft)} data-nf-draft-discard>
          {t('draft.discard')}
        </Button>
      </Group>
    </section>
  );
}
