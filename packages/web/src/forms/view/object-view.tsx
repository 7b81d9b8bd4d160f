import { grouped, parentOf, partsBeside, type Field, type Holder } from '@ninefold/model';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { fieldAnchor, FieldValue, FieldView } from '../../fields/cells/field-view.tsx';
import { isBlankObject, isFilled } from '../../fields/cells/object-cell.tsx';
import styles from '../../fields/cells/field-view.module.css';

interface ObjectProps {
  readonly entity: string;
  readonly object: string;
  readonly fields: readonly Field[];
  readonly record: Holder;
}

/** An object with its parts, in reading. Of a translated text only that is read which is for the reader. */
export function ObjectView(props: ObjectProps) {
  const { entity, object, fields, record } = props;
  const texts = useTexts();
  const translated = textOf(object, fields);
  if (translated) return <FieldView entity={entity} field={translated} record={record} />;
  return (
    <div className={styles['value']} data-nf-object={object} data-wide>
      <div className={styles['label']} lang={texts.written}>
        {texts.field(entity, object)}
      </div>
      <Parts {...props} />
    </div>
  );
}

/** The translated field of this id among those with its texts; undefined of an object. */
function textOf(object: string, fields: readonly Field[]): Field | undefined {
  return fields.find(({ id }) => id === object);
}

/** The parts of an object. One that is blank is shown as one blank value. */
function Parts({ entity, object, fields, record }: ObjectProps) {
  const texts = useTexts();
  if (isBlankObject(fields, record))
    return (
      <div className={styles['content']}>
        <span className={styles['blank']}>{texts.t('record.blank')}</span>
      </div>
    );
  // Of references to several entities only the records are shown that they have.
  const shown = fields.filter(
    (field) => parentOf(field.id) !== object || partsBeside(field).length === 0 || isFilled(field, record),
  );
  return (
    <dl className={styles['parts']}>
      {grouped(shown, object).map((group) => {
        const field = group.object === null ? group.fields[0] : textOf(group.object, group.fields);
        const id = field?.id ?? group.object ?? '';
        return (
          <div key={id} id={fieldAnchor(id)} tabIndex={-1} data-nf-field={id}>
            <dt className={styles['label']}>{texts.part(entity, id)}</dt>
            <dd>
              {field ? (
                <FieldValue entity={entity} field={field} record={record} />
              ) : (
                <Parts entity={entity} object={id} fields={group.fields} record={record} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
