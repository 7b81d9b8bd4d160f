import { ActionIcon } from '@mantine/core';
import { Pencil } from 'lucide-react';
import type { Entity, Field, RecordValue } from '@ninefold/model';
import { fieldAnchor, FieldValue, isMark, MarkValue } from '../../fields/cells/field-view.tsx';
import { Boundary } from '../../kit/messages/boundary.tsx';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { PlaceEditor, type PlaceEditorProps } from './place-editor.tsx';
import styles from './rail.module.css';

interface RailRowProps extends Omit<PlaceEditorProps, 'field'> {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly field: Field;
  /** Whether it can be changed here. */
  readonly changeable: boolean;
  readonly editing: boolean;
  readonly onOpen: () => void;
}

/** One value of a record beside its name, and the way to change it in its place. */
export function RailRow({ changeable, editing, onOpen, ...editor }: RailRowProps) {
  const { entity, record, field } = editor;
  const texts = useTexts();
  const name = texts.field(entity.id, field.id);
  if (editing)
    return (
      <div id={fieldAnchor(field.id)} className={styles['editing']} data-nf-placed={field.id}>
        <Boundary place={{ part: 'place', entity: entity.id, field: field.id }} again={record.version}>
          <PlaceEditor {...editor} />
        </Boundary>
      </div>
    );
  return (
    <div id={fieldAnchor(field.id)} tabIndex={-1} className={styles['row']} data-nf-field={field.id}>
      {isMark(field) && record[field.id] === true ? (
        <div className={styles['mark']} lang={texts.written}>
          <MarkValue entity={entity.id} field={field} record={record} />
        </div>
      ) : (
        <>
          <div className={styles['name']} lang={texts.written}>
            {name}
          </div>
          <FieldValue entity={entity.id} field={field} record={record} />
        </>
      )}
      {changeable && (
        <ActionIcon
          variant="subtle"
          size={24}
          className={styles['change']}
          aria-label={texts.t('rail.change_field', { field: name })}
          onClick={onOpen}
          data-nf-change={field.id}
        >
          <Pencil size={14} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
