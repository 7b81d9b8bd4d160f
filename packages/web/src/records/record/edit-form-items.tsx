import { Menu } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import { type Entity, type RecordValue, fillPath } from '@ninefold/model';
import { useModel } from '../../base/model/use-model.ts';
import { editingForms } from '../../base/model/screen-path.ts';
import { useTexts } from '../../base/texts/use-texts.tsx';
import { fieldsOf } from '../editing/edit-record.tsx';

interface EditFormItemsProps {
  readonly entity: Entity;
  readonly record: RecordValue;
  readonly editable: ReadonlySet<string>;
}

/** Entries of a menu for the forms that change this record, those in which the user may change something now. */
export function EditFormItems({ entity, record, editable }: EditFormItemsProps) {
  const { screen } = useTexts();
  const forms = editingForms(useModel(), entity.id);
  return forms
    .filter((form) => fieldsOf(form, entity).some(({ id }) => editable.has(id)))
    .map((form) => (
      <Menu.Item
        key={form.id}
        component={Link}
        to={fillPath(form.path, record.id)}
        leftSection={<Pencil size={16} aria-hidden />}
        data-nf-edit-form={form.id}
      >
        {screen(form)}
      </Menu.Item>
    ));
}
