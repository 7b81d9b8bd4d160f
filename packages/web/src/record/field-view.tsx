import type { Field, Holder, Wire } from '@ninefold/model';
import { Cell } from '../cells/cell.tsx';
import { useTexts } from '../texts/use-texts.ts';
import styles from './record.module.css';

interface FieldViewProps {
  readonly entity: string;
  readonly field: Field;
  readonly record: Holder;
}

const WIDE: ReadonlySet<Field['type']> = new Set(['text', 'lines']);

/** DOM id of a field on a record page, for links from the reasons why something is blocked. */
export function fieldAnchor(field: string): string {
  return `nf-field-${field}`;
}

/** A field with its value, in reading. */
export function FieldView({ entity, field, record }: FieldViewProps) {
  const value = record[field.id] as Wire | undefined;
  const texts = useTexts();
  const blank = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return (
    <div
      id={fieldAnchor(field.id)}
      tabIndex={-1}
      className={styles['value']}
      data-nf-field={field.id}
      data-wide={WIDE.has(field.type) || undefined}
    >
      <div className={styles['label']}>{texts.field(entity, field.id)}</div>
      <div className={styles['content']}>
        {blank && field.type !== 'boolean' ? (
          <span className={styles['blank']}>{texts.t('record.blank')}</span>
        ) : (
          <Cell field={field} value={value} place={{ entity, record }} />
        )}
      </div>
    </div>
  );
}
