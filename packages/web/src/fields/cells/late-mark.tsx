import { AlarmClock } from 'lucide-react';
import { deadlinesOf, type Field } from '@ninefold/model';
import { useFormat } from '../../base/format/use-format.ts';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import type { FieldPlace } from '../contract/field-place.ts';
import styles from './cells.module.css';

/** Whether the record says of itself that this date has passed, as a field of its own tells: `late: record.due < now`. */
export function useIsLate(field: Field, { entity, record }: FieldPlace): boolean {
  const of = useModel().entities[entity];
  const mark = of === undefined ? undefined : deadlinesOf(of).get(field.id);
  return mark !== undefined && record?.[mark] === true;
}

/** How long ago it should have been: “2 days late”. `ms` since then. */
export function LateMark({ ms }: { readonly ms: number }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <span className={styles['late']} data-nf-late>
      <AlarmClock size={14} aria-hidden />
      {t('list.late_by', { time: format.about(ms) })}
    </span>
  );
}
