import { titleParts, type Entity, type Rights } from '@ninefold/model';

/** The fields of which the titles of an entity are made. */
export function fieldsOfTitle(entity: Entity): readonly string[] {
  const named = titleParts(entity).flatMap((part) => ('field' in part ? [part.field] : []));
  return named.filter((field) => Object.hasOwn(entity.fields, field));
}

/** Whether the field is a part of the titles of the entity that these rights see with some grant. */
export function isShownInTitle(rights: Rights, entity: Entity, field: string): boolean {
  const isShowing = ({ verbs, fields }: ReturnType<Rights['grants']>[number]): boolean =>
    (verbs.read !== undefined || verbs.refer !== undefined) && fields[field]?.read === true;
  return fieldsOfTitle(entity).includes(field) && rights.grants(entity.id).some(isShowing);
}

/** Whether these rights ever see a title of the entity, or a part of one. */
export function seesTitles(rights: Rights, entity: Entity): boolean {
  const fields = fieldsOfTitle(entity);
  const grants = rights.grants(entity.id).filter(({ verbs }) => verbs.read !== undefined || verbs.refer !== undefined);
  return grants.length > 0 && (fields.length === 0 || fields.some((field) => isShownInTitle(rights, entity, field)));
}
