import type { Entity, Field, Rights } from '@ninefold/model';

/** Fields that some grant lets this person fill in on creation; the server judges which rows. */
export function creatable(entity: Entity, rights: Rights): readonly Field[] {
  const grants = rights.grants(entity.id).filter((grant) => grant.verbs.create !== undefined);
  return Object.values(entity.fields).filter(
    (field) =>
      field.computed === null &&
      !field.readOnly &&
      field.type !== 'sequence' &&
      grants.some((grant) => grant.fields[field.id]?.create === true),
  );
}

/** The field that takes the name under which a record was looked for and not found; null where none does. */
export function namingField(entity: Entity, fields: readonly Field[]): Field | null {
  const lines = fields.filter((field) => field.type === 'string');
  const titled = entity.title.flatMap((part) => ('field' in part ? lines.filter(({ id }) => id === part.field) : []));
  return titled[0] ?? lines.find((field) => field.required) ?? lines[0] ?? null;
}
