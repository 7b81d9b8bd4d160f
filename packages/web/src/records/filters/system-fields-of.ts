import { stateField, systemField, type Entity, type Field, type RecordScreen } from '@ninefold/model';

/** The fields that every record has, as far as the sections of a screen name them. */
export function systemFieldsOf({ sections }: Pick<RecordScreen, 'sections'>, entity: Entity): readonly Field[] {
  return sections
    .flatMap(({ fields }) => fields)
    .map((id) => (id === 'state' ? stateField(entity) : systemField(id)))
    .filter((field) => field !== null);
}
