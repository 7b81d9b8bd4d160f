import { isLines, type Field, type Wire } from '@ninefold/model';
import { fieldTexts, type FieldPlace } from '../contract/field-place.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import styles from './cells.module.css';
import { cellOf } from './registry.ts';
import { TypedCell } from './typed-cell.tsx';
import { isBlank } from './is-blank.ts';

interface DifferencesProps {
  readonly placeOf: (field: Field) => FieldPlace;
  readonly fields: readonly Field[];
  /** Headings of the two columns of values. */
  readonly headings: readonly [before: string, after: string];
  readonly before: (field: Field) => Wire;
  readonly after: (field: Field) => Wire;
}

/** Fields with two values each. */
export function Differences({ placeOf, fields, headings, before, after }: DifferencesProps) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <table className={styles['differences']}>
      <thead>
        <tr>
          <th scope="col">{t('differences.field')}</th>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.id} data-nf-difference={field.id}>
            <th scope="row">{fieldTexts(texts, placeOf(field)).label(field)}</th>
            <td>
              <Value field={field} value={before(field)} place={placeOf(field)} />
            </td>
            <td>
              <Value field={field} value={after(field)} place={placeOf(field)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ field, value, place }: { readonly field: Field; readonly value: Wire; readonly place: FieldPlace }) {
  const { t } = useTexts();
  if (isBlank(value)) return <span className={styles['none']}>{t('differences.blank')}</span>;
  return <TypedCell field={field} value={value} place={place} compact={!isLines(field) && !cellOf(field).isNumber} />;
}
