import { Radio } from '@mantine/core';
import type { Entity, ImportColumn, ImportDates, SlashedOrder } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './import.module.css';

interface DateStepProps {
  readonly entity: Entity;
  readonly columns: readonly ImportColumn[];
  readonly value: SlashedOrder;
  readonly onChange: (order: SlashedOrder) => void;
}

/** Says how days like 03/04/2024 are read, column by column, and asks where a column does not show it itself. */
export function DateStep({ entity, columns, value, onChange }: DateStepProps) {
  const { t } = useTexts();
  const dated = columns.flatMap(({ title, field, dates }) => (dates === undefined ? [] : [{ title, field, dates }]));
  const isOpen = dated.some(({ dates }) => dates.by !== 'column');
  if (dated.length === 0) return null;
  return (
    <div className={classes['step']} data-nf-import-dates>
      <ul className={classes['examples']}>
        {dated.map(({ title, field, dates }) => (
          <li key={title} data-nf-import-dates-of={title} data-nf-import-dates-by={dates.by}>
            <bdi>{title}</bdi>: <Reading entity={entity} field={field} dates={dates} />
          </li>
        ))}
      </ul>
      {isOpen && (
        <Radio.Group
          label={t('import.dates')}
          description={t('import.dates_hint')}
          value={value}
          onChange={(chosen) => onChange(chosen === 'day_first' ? 'day_first' : 'month_first')}
        >
          <Radio value="day_first" label={t('import.day_first')} mt="xs" data-nf-import-day-first />
          <Radio value="month_first" label={t('import.month_first')} mt="xs" />
        </Radio.Group>
      )}
    </div>
  );
}

interface ReadingProps {
  readonly entity: Entity;
  readonly field: string | null;
  readonly dates: ImportDates;
}

/** One value of the column as it stands there and as it is read, and why. */
function Reading({ entity, field, dates }: ReadingProps) {
  const { t } = useTexts();
  const known = field === null ? undefined : entity.fields[field];
  return (
    <>
      {t('import.date_read', { written: dates.written })}{' '}
      {known && dates.read !== null && <Cell field={known} value={dates.read} place={{ entity: entity.id }} />} (
      {t(`import.${dates.order}`)}
      {(dates.by === 'column' || dates.by === 'mixed') && <>; {t(`import.by_${dates.by}`)}</>})
    </>
  );
}
