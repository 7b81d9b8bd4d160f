import { type Entity, isTruth, type RecordScreen, type RecordValue, visibleFields } from '@ninefold/model';
import { useScope } from '../../base/model/use-model.ts';
import { FieldView } from '../../fields/cells/field-view.tsx';
import { ObjectView } from '../../fields/cells/object-view.tsx';
import { RecordSections } from '../../forms/sections/record-sections.tsx';
import { sectionsOf } from '../../forms/sections/sections.ts';
import { useMemo } from 'react';
import { systemFieldsOf } from '../filters/system-fields-of.ts';

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
  const sections = sectionsOf(screen, [...fields, ...systemFieldsOf(screen, entity)], { ...scope, record });
  return (
    <RecordSections
      screen={screen}
      sections={sections}
      draw={(field) => <FieldView key={field.id} entity={entity.id} field={field} record={record} />}
      drawObject={(object, parts) => (
        <ObjectView key={object} entity={entity.id} object={object} fields={parts} record={record} />
      )}
    />
  );
}

/** The visible fields of a record: those in the answer that no condition hides, without the marks that it does not have. */
function useShownFields(entity: Entity, record: RecordValue): ReadonlySet<string> {
  const scope = useScope();
  return useMemo(() => {
    const visible = visibleFields(entity, { ...scope, record });
    return new Set([...visible].filter((id) => record[id] !== undefined && !isMarkedOff(entity, record, id)));
  }, [entity, record, scope]);
}

/** A boolean that nobody fills in marks a record (“Late”): where it is false there is nothing to say. What people answer with no is shown. */
function isMarkedOff({ fields }: Entity, record: RecordValue, id: string): boolean {
  const field = fields[id];
  if (field === undefined || !isTruth(field.type) || record[id] === true) return false;
  return field.computed !== null || field.readOnly;
}
