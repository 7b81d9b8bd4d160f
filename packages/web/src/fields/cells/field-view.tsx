import { isTruth, type Field, type Holder } from '@ninefold/model';
import { Cell } from './cell.tsx';
import { cellOf } from './registry.ts';
import { StateBadge } from './state-badge.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { valueRead, type ValueRead } from './value-read.ts';
import styles from './field-view.module.css';

interface FieldViewProps {
  readonly entity: string;
  readonly field: Field;
  readonly record: Holder;
}

/** DOM id of a field on a record page, for links from the reasons why something is blocked. */
export function fieldAnchor(field: string): string {
  return `nf-field-${field.replace('.', '-')}`;
}

/** No entity has a field of its own that is called `state`. */
function Value({ entity, field, record, value }: FieldViewProps & Pick<ValueRead, 'value'>) {
  if (field.id === 'state' && typeof value === 'string') return <StateBadge entity={entity} state={value} />;
  return <Cell field={field} value={value} place={{ entity, record }} />;
}

/** A field with its value, in reading. */
export function FieldView({ entity, field, record }: FieldViewProps) {
  const texts = useTexts();
  const { value, language } = valueRead(field, record, texts.language);
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const isBlank = isEmpty && !isTruth(field.type);
  return (
    <div
      id={fieldAnchor(field.id)}
      tabIndex={-1}
      className={styles['value']}
      data-nf-field={field.id}
      data-wide={cellOf(field).isWide || undefined}
    >
      <div className={styles['label']} lang={texts.written}>
        {texts.field(entity, field.id)}
      </div>
      <div className={styles['content']} lang={isBlank ? undefined : (language ?? texts.written)}>
        {isBlank ? (
          <span className={styles['blank']}>{texts.t('record.blank')}</span>
        ) : (
          <Value entity={entity} field={field} record={record} value={value} />
        )}
      </div>
    </div>
  );
}
