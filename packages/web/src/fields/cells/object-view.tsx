import { isTranslated, isTruth, partsBeside, type Field, type Holder } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { Cell } from './cell.tsx';
import type { FieldPlace } from '../contract/field-place.ts';
import { fieldAnchor, FieldView } from './field-view.tsx';
import styles from './field-view.module.css';

interface ObjectProps {
  readonly entity: string;
  readonly object: string;
  readonly fields: readonly Field[];
  readonly record: Holder;
}

/** Whether an object is blank: all of its parts are. A part that is true or false is blank while it is false. */
export function isBlankObject(fields: readonly Field[], record: Holder): boolean {
  return fields.every((field) => !isFilled(field, record));
}

function isFilled({ id, type }: Field, record: Holder): boolean {
  const value = record[id];
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value !== undefined && value !== null && value !== '' && !isEmptyList && !(isTruth(type) && value === false);
}

/** An object with its parts, in reading. Of a translated text only that is read which is for the reader. */
export function ObjectView(props: ObjectProps) {
  const { entity, fields, record } = props;
  const translated = fields.find(isTranslated);
  return translated ? <FieldView entity={entity} field={translated} record={record} /> : <Parts {...props} />;
}

/** The parts of an object. One that is blank is shown as one blank value. */
function Parts({ entity, object, fields, record }: ObjectProps) {
  const texts = useTexts();
  // Of references to several entities only the records are shown that they have.
  const shown = fields.filter((field) => partsBeside(field).length === 0 || isFilled(field, record));
  return (
    <div className={styles['value']} data-nf-object={object} data-wide>
      <div className={styles['label']} lang={texts.written}>
        {texts.field(entity, object)}
      </div>
      {isBlankObject(fields, record) ? (
        <div className={styles['content']}>
          <span className={styles['blank']}>{texts.t('record.blank')}</span>
        </div>
      ) : (
        <dl className={styles['parts']}>
          {shown.map((field) => (
            <div key={field.id} id={fieldAnchor(field.id)} tabIndex={-1} data-nf-field={field.id}>
              <dt className={styles['label']}>{texts.part(entity, field.id)}</dt>
              <dd className={styles['content']}>
                {isFilled(field, record) || isTruth(field.type) ? (
                  <Cell field={field} value={record[field.id]} place={{ entity, record }} />
                ) : (
                  <span className={styles['blank']}>{texts.t('record.blank')}</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The filled parts of an object in one line, for a column of a list. */
export function ObjectCell({ entity, fields, record }: Omit<ObjectProps, 'object'>) {
  return <FilledParts fields={fields} holder={record} place={{ entity, record }} />;
}

interface FilledProps {
  readonly fields: readonly Field[];
  /** The record, or the line, that has the object. */
  readonly holder: Holder;
  readonly place: FieldPlace;
}

/** The same of a record or of a line. */
export function FilledParts({ fields, holder, place }: FilledProps) {
  const filled = fields.filter((field) => isFilled(field, holder));
  return filled.map((field, index) => (
    <span key={field.id} data-nf-field={field.id}>
      {index > 0 && ', '}
      <Cell field={field} value={holder[field.id]} place={place} compact />
    </span>
  ));
}
