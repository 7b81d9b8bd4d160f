import { Button, Group } from '@mantine/core';
import { History } from 'lucide-react';
import { dateOf, type Field, type Wire } from '@ninefold/model';
import { Differences } from '../cells/differences.tsx';
import { useFormat } from '../format/use-format.ts';
import type { FieldPlace } from '../inputs/field-place.ts';
import { useNow } from '../model/clock.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { KeptDraft } from './draft-store.ts';
import styles from './drafts.module.css';
import { fromKept } from './kept-values.ts';

interface DraftOfferProps {
  readonly kept: KeptDraft;
  readonly place: FieldPlace;
  readonly fields: readonly Field[];
  /** What stands there now. */
  readonly stored: (field: Field) => Wire;
  /** True where the record was changed since. */
  readonly changed: boolean;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers what was typed here before and not saved, beside what stands there now. */
export function DraftOffer({ kept, place, fields, stored, changed, onRestore, onDiscard }: DraftOfferProps) {
  const { t } = useTexts();
  const time = useMoment(kept.at);
  const values = fromKept(fields, kept.values);
  const shown = fields.filter((field) => Object.hasOwn(values, field.id));
  return (
    <section className={styles['offer']} aria-label={t('draft.title', { time })} data-nf-draft={kept.slot}>
      <h2>
        <History size={16} aria-hidden /> {t('draft.title', { time })}
      </h2>
      <p>{t(changed ? 'draft.changed' : 'draft.text')}</p>
      <Differences
        place={place}
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

/** The time of today, or day and time. */
function useMoment(instant: string): string {
  const format = useFormat();
  const today = dateOf(useNow(), format.timeZone);
  return dateOf(instant, format.timeZone) === today ? format.time(instant) : format.instant(instant);
}
