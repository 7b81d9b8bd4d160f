import type { Field, LinesField } from '@ninefold/model';
import { Scroller } from '../../kit/page/scroller.tsx';
import { useFieldTexts, type FieldPlace } from '../contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Cell } from './cell.tsx';
import { PLAIN_CELL, type CellKind, type CellProps } from '../contract/cell-kind.ts';
import { linesOf, type Line } from '../contract/lines.ts';
import styles from './cells.module.css';
import { columnLabel, useUnits } from './column-label.ts';
import { LineTotals } from './line-totals.tsx';
import { cellOf } from './registry.ts';

/** The lines as a table of their own; in a table of records their number. */
function LinesCell({ field, value, place, compact }: CellProps<LinesField>) {
  const { t } = useTexts();
  const lines = linesOf(value);
  if (compact) return <>{t('list.lines', { count: lines.length })}</>;
  return lines.length === 0 ? null : <LinesTable field={field} lines={lines} of={place} />;
}

function LinesTable({ field, lines, of }: { field: LinesField; lines: readonly Line[]; of: FieldPlace }) {
  const { entity } = of;
  const place = { ...of, lines: field.id };
  const texts = useFieldTexts(place);
  const own = useTexts();
  const units = useUnits();
  const columns = Object.values(field.fields);
  return (
    <Scroller label={own.field(entity, field.id)}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={alignOf(column)}>
                {columnLabel(texts.label(column), units(column))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={String(line['id'] ?? index)}>
              {columns.map((column) => (
                <td key={column.id} className={alignOf(column)}>
                  <Cell field={column} value={line[column.id]} place={{ ...place, line }} compact />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <LineTotals entity={entity} field={field} record={of.record} />
      </table>
    </Scroller>
  );
}

function alignOf(column: Field): string | undefined {
  return cellOf(column).align === 'end' ? styles['number'] : undefined;
}

export const linesCell: CellKind<LinesField> = {
  ...PLAIN_CELL,
  Cell: LinesCell,
  isWide: true,
  isBody: true,
  isColumn: false,
};
