import { isGivable, isProse, type Entity, type Field, type Rights } from '@ninefold/model';

/** Fields that some grant lets this person fill in on creation; the server judges which rows. */
export function creatable(entity: Entity, rights: Rights): readonly Field[] {
  const grants = rights.grants(entity.id).filter((grant) => grant.verbs.create !== undefined);
  return Object.values(entity.fields).filter(
    (field) => isGivable(field) && grants.some((grant) => grant.fields[field.id]?.create === true),
  );
}

/** The field for the text that a search did not find. Null: no field takes it. */
export function namingField(entity: Entity, fields: readonly Field[]): Field | null {
  const lines = fields.filter((field) => isProse(field.type, 'line'));
  const titled = entity.title.flatMap((part) => ('field' in part ? lines.filter(({ id }) => id === part.field) : []));
  return titled[0] ?? lines.find((field) => field.required) ?? lines[0] ?? null;
}
