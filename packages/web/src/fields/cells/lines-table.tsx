import { grouped, isTranslated, type Field, type LinesField } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Scroller } from '../../kit/page/scroller.tsx';
import { useFieldTexts, type FieldPlace } from '../contract/field-place.ts';
import type { Line } from '../contract/lines.ts';
import { Cell } from './cell.tsx';
import styles from './cells.module.css';
import { columnLabel, useUnits } from './column-label.ts';
import { LineTotals } from './line-totals.tsx';
import { FilledParts } from './object-cell.tsx';
import { cellOf } from './registry.ts';
import { valueRead } from './value-read.ts';

export interface LinesTableProps {
  readonly field: LinesField;
  readonly lines: readonly Line[];
  readonly of: FieldPlace;
}

/** Lines in reading. */
export function LinesTable({ field, lines, of }: LinesTableProps) {
  const { entity } = of;
  const place = { ...of, lines: field.id };
  const texts = useFieldTexts(place);
  const own = useTexts();
  const units = useUnits();
  const columns = grouped(Object.values(field.fields)).map(columnOf);
  return (
    <Scroller label={own.field(entity, field.id)} className={styles['wide']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map(({ id, first, parts }) => (
              <th key={id} scope="col" className={alignOf(first)}>
                {parts === null ? columnLabel(texts.label(first), units(first)) : own.lineField(entity, field.id, id)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={String(line['id'] ?? index)}>
              {columns.map((column) => (
                <td key={column.id} className={alignOf(column.first)}>
                  <LineValue column={column} line={line} place={{ ...place, line }} />
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

/** A column of lines in reading. An object, and a text in several languages, stands in one. */
interface LineColumn {
  readonly id: string;
  readonly first: Field;
  /** The fields that share the column; null where the first has it alone. */
  readonly parts: readonly Field[] | null;
}

function columnOf({ object, fields }: ReturnType<typeof grouped<Field>>[number]): LineColumn {
  const [first] = fields;
  if (first === undefined) throw new TypeError('a group without fields');
  return { id: object ?? first.id, first, parts: object === null ? null : fields };
}

function LineValue({ column: { first, parts }, line, place }: { column: LineColumn; line: Line; place: FieldPlace }) {
  const { language } = useTexts();
  if (parts !== null && !isTranslated(first)) return <FilledParts fields={parts} holder={line} place={place} />;
  const read = valueRead(first, line, language);
  const cell = <Cell field={first} value={read.value} place={place} compact />;
  return read.language === null ? cell : <span lang={read.language}>{cell}</span>;
}

function alignOf(column: Field): string | undefined {
  return cellOf(column).align === 'end' ? styles['number'] : undefined;
}
