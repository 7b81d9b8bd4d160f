import type { Entity, RecordScreen, RecordValue } from '@ninefold/model';
import { useScope } from '../model/use-model.ts';
import { FieldView } from './field-view.tsx';
import { RecordSections } from './record-sections.tsx';
import { sectionsOf } from '../sections/sections.ts';
import { useShownFields } from './shown-fields.ts';

interface ReadRecordProps {
  readonly screen: RecordScreen;
  readonly entity: Entity;
  readonly record: RecordValue;
}

/** A record to read. */
export function ReadRecord({ screen, entity, record }: ReadRecordProps) {
  const scope = useScope();
  const shown = useShownFields(entity, record);
  const fields = Object.values(entity.fields).filter((field) => shown.has(field.id));
  const sections = sectionsOf(screen, fields, { ...scope, record });
  return (
    <RecordSections
      screen={screen}
      sections={sections}
      draw={(field) => <FieldView key={field.id} entity={entity.id} field={field} record={record} />}
    />
  );
}
