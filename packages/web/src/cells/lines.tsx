import { kindOf, type LinesField, type Wire } from '@ninefold/model';
import { Scroller } from '../frame/scroller.tsx';
import { useFieldTexts, type FieldPlace } from '../inputs/field-place.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Cell } from './cell.tsx';
import type { CellProps } from './cell-props.ts';
import styles from './cells.module.css';
import { columnLabel, useUnits } from './column-label.ts';
import { LineTotals } from './line-totals.tsx';

type Line = { readonly [name: string]: Wire };

/** The lines as a table of their own; in a table of records their number. */
export function LinesCell({ field, value, place, compact }: CellProps<LinesField>) {
  const { t } = useTexts();
  const lines = (Array.isArray(value) ? value : []) as readonly Line[];
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
              <th key={column.id} scope="col" className={alignOf(column.type)}>
                {columnLabel(texts.label(column), units(column))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={String(line['id'] ?? index)}>
              {columns.map((column) => (
                <td key={column.id} className={alignOf(column.type)}>
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

function alignOf(type: LinesField['fields'][string]['type']): string | undefined {
  return kindOf(type) === 'number' || kindOf(type) === 'date' ? styles['number'] : undefined;
}
