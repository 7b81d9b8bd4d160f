import type { Field, Holder, LinesField } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Cell } from './cell.tsx';
import styles from './cells.module.css';
import { totalsOf } from '../contract/totals-of.ts';

interface LineTotalsProps {
  readonly entity: string;
  readonly field: LinesField;
  /** The record whose lines they are, its computed values included. */
  readonly record: Holder | undefined;
  /** Columns of the table after those of the lines. */
  readonly further?: number;
}

/** The row of totals under lines, where the record has fields that add them up. */
export function LineTotals({ entity, field, record, further = 0 }: LineTotalsProps) {
  const texts = useTexts();
  const known = useModel().entities[entity];
  const totals = known ? totalsOf(known, field.id) : new Map<string, Field>();
  const columns = Object.keys(field.fields);
  const isShown = ({ id }: Field): boolean => (record?.[id] ?? null) !== null;
  if (![...totals].some(([column, total]) => columns.includes(column) && isShown(total))) return null;
  return (
    <tfoot className={styles['totals']}>
      <tr>
        {columns.map((column, index) => {
          const total = totals.get(column);
          if (total && isShown(total)) {
            const label = texts.field(entity, total.id);
            return (
              <td key={column} className={styles['number']} data-nf-total={total.id} data-label={label} title={label}>
                <Cell field={total} value={record?.[total.id]} place={{ entity, ...(record && { record }) }} compact />
              </td>
            );
          }
          return index === 0 ? (
            <th key={column} scope="row">
              {texts.t('list.total')}
            </th>
          ) : (
            <Nothing key={column} />
          );
        })}
        {further > 0 && <Nothing columns={further} />}
      </tr>
    </tfoot>
  );
}

/** Columns that nothing adds up. */
function Nothing({ columns = 1 }: { readonly columns?: number }) {
  // An empty cell is no control.
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
  return <td colSpan={columns} />;
}
