import { isTruth, type Field, type Holder } from '@ninefold/model';
import { Cell } from './cell.tsx';
import { cellOf } from './registry.ts';
import { StateBadge } from './state-badge.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { valueRead, type ValueRead } from './value-read.ts';
import styles from './field-view.module.css';
import { isBlank } from './is-blank.ts';

interface FieldViewProps {
  readonly entity: string;
  readonly field: Field;
  readonly record: Holder;
}

/** DOM id of a field on a record page, for links from the reasons why something is blocked. */
export function fieldAnchor(field: string): string {
  return `nf-field-${field.replaceAll('.', '-')}`;
}

/** No entity has a field of its own that is called `state`. */
function Value({ entity, field, record, value }: FieldViewProps & Pick<ValueRead, 'value'>) {
  if (field.id === 'state' && typeof value === 'string') return <StateBadge entity={entity} state={value} />;
  return <Cell field={field} value={value} place={{ entity, record }} />;
}

/** Whether a field marks a record, and nobody fills it in: “Late”. Where it is false there is nothing to say. */
export function isMark(field: Field): boolean {
  return isTruth(field.type) && (field.computed !== null || field.readOnly);
}

/** Whether a record says nothing in a field, for a reader of this language. What is true or false always says something. */
export function isBlankIn(field: Field, record: Holder, reader: string): boolean {
  return isBlank(valueRead(field, record, reader).value) && !isTruth(field.type);
}

/** The mark that a record has, which says by itself what it is. */
export function MarkValue({ entity, field, record }: FieldViewProps) {
  return <Cell field={field} value place={{ entity, record }} compact />;
}

/** The value of a field in reading, or the word for none. */
export function FieldValue({ entity, field, record }: FieldViewProps) {
  const texts = useTexts();
  const { value, language } = valueRead(field, record, texts.language);
  const isBlank = isBlankIn(field, record, texts.language);
  return (
    <div className={styles['content']} lang={isBlank ? undefined : (language ?? texts.written)}>
      {isBlank ? (
        <span className={styles['blank']}>{texts.t('record.blank')}</span>
      ) : (
        <Value entity={entity} field={field} record={record} value={value} />
      )}
    </div>
  );
}

/** A field with its value, in reading. */
export function FieldView({ entity, field, record }: FieldViewProps) {
  const texts = useTexts();
  return (
    <div
      id={fieldAnchor(field.id)}
      tabIndex={-1}
      className={styles['value']}
      data-nf-field={field.id}
      data-wide={cellOf(field).isWide || undefined}
    >
      {isMark(field) && record[field.id] === true ? (
        <div className={styles['content']} lang={texts.written}>
          <MarkValue entity={entity} field={field} record={record} />
        </div>
      ) : (
        <>
          <div className={styles['label']} lang={texts.written}>
            {texts.field(entity, field.id)}
          </div>
          <FieldValue entity={entity} field={field} record={record} />
        </>
      )}
    </div>
  );
}
