import { Select } from '@mantine/core';
import type { Entity, ImportAnswer } from '@ninefold/model';
import { optionsHeight } from '../../kit/controls/select-box.ts';
import { useTypeAhead } from '../../kit/controls/use-type-ahead.ts';
import { Scroller } from '../../kit/page/scroller.tsx';
import { useLimit } from '../../base/model/use-model.ts';
import pages from '../../kit/page/table.module.css';
import { useTexts } from '../../base/texts/use-texts.tsx';

interface ColumnStepProps {
  readonly entity: Entity;
  readonly answer: ImportAnswer;
  readonly columns: readonly (string | null)[];
  readonly onChange: (columns: readonly (string | null)[]) => void;
}

/** Maps columns to fields. The server proposes the mapping from the header; the user may change it. */
export function ColumnStep({ entity, answer, columns, onChange }: ColumnStepProps) {
  const { t, field } = useTexts();
  const height = useLimit('select_menu_px');
  const typeAhead = useTypeAhead();
  const found = answer.columns.flatMap((column) => column.field ?? []);
  const ids = [...new Set(['id', ...answer.fields, ...found])];
  const data = ids.map((id) => ({ value: id, label: id === 'id' ? t('import.id') : field(entity.id, id) }));
  return (
    <Scroller className="nf-panel" label={t('import.columns')}>
      <table className={`${pages['table']} ${pages['stacking']}`}>
        <thead>
          <tr>
            <th scope="col">{t('import.column')}</th>
            <th scope="col">{t('import.sample')}</th>
            <th scope="col">{t('import.field')}</th>
          </tr>
        </thead>
        <tbody>
          {answer.columns.map(({ title, sample }, index) => (
            <tr key={`${title} ${index}`}>
              <th scope="row">
                <bdi>{title}</bdi>
              </th>
              <td data-label={t('import.sample')}>
                <bdi>{sample}</bdi>
              </td>
              <td data-label={t('import.field')}>
                <Select
                  aria-label={t('import.field_of', { column: title })}
                  data={data.filter(({ value }) => value === columns[index] || !columns.includes(value))}
                  value={columns[index] ?? null}
                  onChange={(chosen) => onChange(columns.with(index, chosen))}
                  onKeyDown={typeAhead}
                  placeholder={t('import.unused')}
                  clearable
                  clearButtonProps={{ 'aria-label': t('inputs.clear') }}
                  maxDropdownHeight={optionsHeight(height)}
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
