import { Select } from '@mantine/core';
import type { Entity, Field } from '@ninefold/model';
import { Scroller } from '../frame/scroller.tsx';
import { useLimit } from '../model/use-model.ts';
import pages from '../pages/pages.module.css';
import { useTexts } from '../texts/use-texts.ts';
import type { Sheet } from './read-file.ts';

interface ColumnStepProps {
  readonly entity: Entity;
  readonly sheet: Sheet;
  readonly fields: readonly Field[];
  readonly columns: readonly (string | null)[];
  readonly onChange: (columns: readonly (string | null)[]) => void;
}

/** Says which field each column fills; guessed from the header, and free to be changed. */
export function ColumnStep({ entity, sheet, fields, columns, onChange }: ColumnStepProps) {
  const { t, field } = useTexts();
  const height = useLimit('select_menu_px');
  const data = fields.map(({ id }) => ({ value: id, label: field(entity.id, id) }));
  return (
    <Scroller className="nf-panel" label={t('import.columns')}>
      <table className={pages['table']}>
        <thead>
          <tr>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.sample')}</th>
            <th scope="col">{t('import.field')}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.header.map((title, index) => (
            <tr key={`${title} ${index}`}>
              <th scope="row">
                <bdi>{title}</bdi>
              </th>
              <td>
                <bdi>{sheet.rows[0]?.[index] ?? ''}</bdi>
              </td>
              <td>
                <Select
                  aria-label={t('import.field_of', { column: title })}
                  data={data.filter(({ value }) => value === columns[index] || !columns.includes(value))}
                  value={columns[index] ?? null}
                  onChange={(chosen) => onChange(columns.with(index, chosen))}
                  placeholder={t('import.unused')}
                  clearable
                  clearButtonProps={{ 'aria-label': t('inputs.clear') }}
                  maxDropdownHeight={height}
                  data-nf-import-column={title}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
