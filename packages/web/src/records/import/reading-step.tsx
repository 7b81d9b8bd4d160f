import { Radio } from '@mantine/core';
import type { Entity, ImportColumn, ImportWays, Wire } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import classes from './import.module.css';

/** How a column is read whose values may be read in two ways. */
interface ColumnReading<Way> {
  readonly way: Way;
  readonly by: ImportWays;
  readonly written: string;
  readonly read: Wire;
}

interface ReadingStepProps<Way extends string> {
  readonly entity: Entity;
  readonly columns: readonly ImportColumn[];
  /** What the values of a column may be read as: `dates` in two orders, `numbers` with two signs before their decimals. */
  readonly kind: 'dates' | 'numbers';
  readonly reading: (column: ImportColumn) => ColumnReading<Way> | null;
  readonly ways: readonly Way[];
  readonly value: Way;
  readonly onChange: (way: Way) => void;
}

/** Says how values like 03/04/2024 or 1,250 are read, column by column, and asks where a column does not show it itself. */
export function ReadingStep<Way extends 'day_first' | 'month_first' | 'comma' | 'point'>(props: ReadingStepProps<Way>) {
  const { entity, columns, kind, reading, ways, value, onChange } = props;
  const { t } = useTexts();
  const read = columns.flatMap((column) => {
    const found = reading(column);
    return found === null ? [] : [{ ...column, found }];
  });
  const isOpen = read.some(({ found }) => found.by !== 'column' && found.by !== 'file');
  if (read.length === 0) return null;
  return (
    <div className={classes['step']} {...{ [`data-nf-import-${kind}`]: true }}>
      <ul className={classes['examples']}>
        {read.map(({ title, field, found }) => (
          <li key={title} {...{ [`data-nf-import-${kind}-of`]: title, [`data-nf-import-${kind}-by`]: found.by }}>
            <bdi>{title}</bdi>: {t('import.value_read', { written: found.written })}{' '}
            <ReadValue entity={entity} field={field} value={found.read} /> ({t(`import.${found.way}`)}
            {found.by !== 'call' && found.by !== 'language' && <>; {t(`import.by_${found.by}`)}</>})
          </li>
        ))}
      </ul>
      {isOpen && (
        <Radio.Group
          label={t(`import.${kind}`)}
          description={t('import.ways_hint')}
          value={value}
          onChange={(chosen) => onChange(ways.find((way) => way === chosen) ?? value)}
        >
          {ways.map((way) => (
            <Radio key={way} value={way} label={t(`import.${way}`)} mt="xs" data-nf-import-way={way} />
          ))}
        </Radio.Group>
      )}
    </div>
  );
}

interface ReadValueProps {
  readonly entity: Entity;
  readonly field: string | null;
  readonly value: Wire;
}

function ReadValue({ entity, field, value }: ReadValueProps) {
  const known = field === null ? undefined : entity.fields[field];
  return known && value !== null && <Cell field={known} value={value} place={{ entity: entity.id }} />;
}
