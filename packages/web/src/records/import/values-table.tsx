import { ArrowRight } from 'lucide-react';
import type { Entity, Field, ImportedField, ImportedValue, Wire } from '@ninefold/model';
import { Cell } from '../../fields/cells/cell.tsx';
import { cellOf } from '../../fields/cells/registry.ts';
import { useFormat } from '../../base/format/use-format.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import pages from '../../kit/page/table.module.css';
import classes from './import.module.css';
import { isBlank } from '../../fields/cells/is-blank.ts';

interface ValuesTableProps {
  readonly entity: Entity;
  readonly values: readonly ImportedField[];
  /** Whether the import has been made; otherwise this is a trial. */
  readonly done: boolean;
}

/** What an import changes in records that exist, by field: how many values are replaced, how many are emptied, and examples of both. */
export function ValuesTable({ entity, values, done }: ValuesTableProps) {
  const { t, field } = useTexts();
  const format = useFormat();
  const emptied = values.reduce((sum, each) => sum + each.emptied, 0);
  return (
    <div className={classes['step']}>
      <h3>{t('import.values')}</h3>
      {emptied > 0 && (
        <p className={classes['wrong']} data-nf-import-emptied={emptied}>
          {t(done ? 'import.were_emptied' : 'import.will_be_emptied', { count: emptied })}{' '}
          {!done && t('import.keep_values')}
        </p>
      )}
      <Scroller className="nf-panel" label={t('import.values')}>
        <table className={`${pages['table']} ${pages['stacking']}`}>
          <thead>
            <tr>
              <th scope="col">{t('import.of_field')}</th>
              <th scope="col" className={pages['end']}>
                {t('import.value_changed')}
              </th>
              <th scope="col" className={pages['end']}>
                {t('import.value_emptied')}
              </th>
              <th scope="col">{t('import.examples')}</th>
            </tr>
          </thead>
          <tbody>
            {values.map((each) => (
              <tr key={each.field} data-nf-import-values={each.field}>
                <th scope="row">{field(entity.id, each.field)}</th>
                <td className={pages['end']} data-label={t('import.value_changed')}>
                  {format.number(each.changed, 0)}
                </td>
                <td className={pages['end']} data-label={t('import.value_emptied')}>
                  {format.number(each.emptied, 0)}
                </td>
                <td data-label={t('import.examples')}>
                  <ul className={classes['examples']}>
                    {each.examples.map((example) => (
                      <li key={example.row}>
                        <Example entity={entity} field={entity.fields[each.field]} value={example} />
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </div>
  );
}

interface ExampleProps {
  readonly entity: Entity;
  readonly field: Field | undefined;
  readonly value: ImportedValue;
}

/** One record with the value that it loses and the one that it gets. */
function Example({ entity, field, value: { row, title, before, after } }: ExampleProps) {
  const { t } = useTexts();
  return (
    <>
      {t('import.example', { row, title })} <Shown entity={entity} field={field} value={before} />{' '}
      <ArrowRight size={14} aria-label={t('history.to')} className="nf-mirrored" />{' '}
      <Shown entity={entity} field={field} value={after} />
    </>
  );
}

interface ShownProps {
  readonly entity: Entity;
  readonly field: Field | undefined;
  readonly value: Wire;
}

function Shown({ entity, field, value }: ShownProps) {
  const { t } = useTexts();
  if (!field || isBlank(value)) return <span className={classes['blank']}>{t('history.blank')}</span>;
  // A cell of a list leaves a No empty; beside what it replaces it has to be read.
  if (value === false) return <>{t('inputs.no')}</>;
  return <Cell field={field} value={value} place={{ entity: entity.id }} compact={cellOf(field).room !== 'long'} />;
}
