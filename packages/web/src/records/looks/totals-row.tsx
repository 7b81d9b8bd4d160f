import { boundedOf, type Entity, type Field, type Wire } from '@ninefold/model';
import { useGroupsQuery } from '../../base/calls/group-api.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Cell } from '../../fields/cells/cell.tsx';
import type { Column } from '../rows/columns.ts';
import styles from './looks.module.css';

interface TotalsRowProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  /** What narrows the list, as a call says it. */
  readonly filter: string;
  /** Whether a column of boxes stands before the others. */
  readonly boxed: boolean;
  /** Whether a column of buttons stands behind the others. */
  readonly tooled: boolean;
}

/** Sums and averages of the whole list under its numbers, as far as the reader may see them. */
export function TotalsRow({ entity, columns, filter, boxed, tooled }: TotalsRowProps) {
  const { t } = useTexts();
  if (!columns.some(({ field }) => isAddedUp(field))) return null;
  return (
    <tfoot className={styles['totals']} data-nf-totals>
      <tr>
        {columns.map(({ id, field, align }, index) => (
          <td key={id} className={styles[align]} data-nf-field={id} colSpan={boxed && index === 0 ? 2 : 1}>
            {field !== null && isAddedUp(field) ? (
              <Total entity={entity} field={field} filter={filter} />
            ) : (
              index === 0 && t('list.total')
            )}
          </td>
        ))}
        {tooled && (
          // There is no sum of buttons.
          // oxlint-disable-next-line jsx-a11y/control-has-associated-label
          <td />
        )}
      </tr>
    </tfoot>
  );
}

/** Amounts of several currencies have no sum. */
function isAddedUp(field: Field | null): field is Field {
  if (field === null || boundedOf(field.type) !== 'value' || field.computed?.live === true) return false;
  return !('currencyFrom' in field) || field.currencyFrom === null;
}

function Total({ entity, field, filter }: Pick<TotalsRowProps, 'entity' | 'filter'> & { readonly field: Field }) {
  const { t, field: nameOf } = useTexts();
  const params = new URLSearchParams(filter);
  params.set('group', '');
  params.set('select', `sum:${field.id},avg:${field.id}`);
  const { data } = useGroupsQuery({ entity: entity.id, query: params.toString() });
  const [all] = data?.items ?? [];
  const sum = all?.sum?.[field.id] ?? null;
  const average = all?.avg?.[field.id] ?? null;
  if (sum === null || average === null) return null;
  const shown = (value: Wire) => <Cell field={field} value={value} place={{ entity: entity.id }} compact />;
  return (
    <>
      <span className={styles['summed']}>{nameOf(entity.id, field.id)}</span>
      <strong data-nf-sum>{shown(sum)}</strong>
      <span className={styles['average']} data-nf-average>
        <span>{t('looks.average')}</span> {shown(average)}
      </span>
    </>
  );
}
