import { Button, Group } from '@mantine/core';
import { History } from 'lucide-react';
import { dateOf, type Field, type Wire } from '@ninefold/model';
import { Differences } from '../../fields/cells/differences.tsx';
import { useFormat } from '../../base/format/use-format.ts';
import type { FieldPlace } from '../../fields/contract/field-place.ts';
import { useNow } from '../../base/model/clock.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { StoredDraft } from './draft-store.ts';
import styles from './drafts.module.css';
import { fromDraftValues } from './draft-values.ts';

interface DraftOfferProps {
  readonly draft: StoredDraft;
  readonly placeOf: (field: Field) => FieldPlace;
  readonly fields: readonly Field[];
  /** The stored value. */
  readonly stored: (field: Field) => Wire;
  /** True: the record has changed since the draft was typed. */
  readonly changed: boolean;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers a stored draft, with its values beside the present ones. */
export function DraftOffer({ draft, placeOf, fields, stored, changed, onRestore, onDiscard }: DraftOfferProps) {
  const { t } = useTexts();
  const time = useMoment(draft.at);
  const values = fromDraftValues(fields, draft.values);
  const shown = fields.filter((field) => Object.hasOwn(values, field.id));
  return (
    <section className={styles['offer']} aria-label={t('draft.title', { time })} data-nf-draft={draft.slot}>
      <h2>
        <History size={16} aria-hidden /> {t('draft.title', { time })}
      </h2>
      <p>{t(draft.key !== undefined ? 'draft.unanswered' : changed ? 'draft.changed' : 'draft.text')}</p>
      <Differences
        placeOf={placeOf}
        fields={shown}
        headings={[t('draft.stored'), t('draft.draft')]}
        before={stored}
        after={(field) => values[field.id] ?? null}
      />
      <Group gap="sm" mt="sm">
        <Button onClick={onRestore} data-nf-draft-restore>
          {t('draft.restore', { time })}
        </Button>
        <Button variant="default" onClick={onDiscard} data-nf-draft-discard>
          {t('draft.discard')}
        </Button>
      </Group>
    </section>
  );
}

/** The time, with the day if it is not today. */
function useMoment(instant: string): string {
  const format = useFormat();
  const today = dateOf(useNow(), format.timeZone);
  return dateOf(instant, format.timeZone) === today ? format.time(instant) : format.instant(instant);
}
