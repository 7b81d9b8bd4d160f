import { canEver, canEverRead, type Entity, movedCycles, type Rights, stateField } from '@ninefold/model';

/** The entity with the states that its records may be given as fields that a file fills. */
export function withStates(entity: Entity): Entity {
  const state = stateField(entity);
  const fields = movedCycles(entity).flatMap(({ field: id }) => {
    const field = id === 'state' ? state : entity.fields[id];
    return field ? [[id, { ...field, readOnly: false }] as const] : [];
  });
  return { ...entity, fields: { ...entity.fields, ...Object.fromEntries(fields) } };
}

/** The same where these rights may give new records their states, without those that they can never read. */
export function withStatesToGive(rights: Rights, entity: Entity): Entity {
  const isGiven = (['import_states', 'create'] as const).every((verb) => canEver(rights, entity.id, verb));
  if (!isGiven) return entity;
  const { fields } = withStates(entity);
  const open = Object.entries(fields).filter(
    ([id, field]) => field === entity.fields[id] || canEverRead(rights, entity, id),
  );
  return { ...entity, fields: { ...entity.fields, ...Object.fromEntries(open) } };
}
