import { PLAIN_FIELD, systemField, type Entity, type Field, type RecordScreen } from '@ninefold/model';

/** The fields that every record has, as far as the sections of a screen name them. */
export function systemFieldsOf({ sections }: Pick<RecordScreen, 'sections'>, entity: Entity): readonly Field[] {
  return sections
    .flatMap(({ fields }) => fields)
    .map((id) => (id === 'state' ? stateField(entity) : systemField(id)))
    .filter((field) => field !== null);
}

function stateField({ lifecycle }: Entity): Field | null {
  if (lifecycle === null) return null;
  const options = Object.keys(lifecycle.states);
  return { ...PLAIN_FIELD, id: 'state', type: 'choice', options, readOnly: true, noCopy: true };
}
