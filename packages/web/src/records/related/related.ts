import {
  canEver,
  canEverRead,
  idOf,
  inversesOf,
  isGivable,
  isList,
  isManyReferences,
  isLineReference,
  isOneReference,
  parentOf,
  type Entity,
  type Field,
  type Filter,
  type Inverse,
  type Model,
  type RecordScreen,
  type RecordValue,
  type Rights,
  type Wire,
} from '@ninefold/model';

/** A section of a record's page: the records that refer to it by one field. */
export interface RelatedSection {
  /** What the reference is named from its other end. */
  readonly name: string;
  readonly entity: Entity;
  readonly field: Inverse['field'];
  /**
   * Whether the heading names the field too: where another section shows records of the same entity, and where the field is
   * not called like what it refers to, so that the heading alone would not say in which sense.
   */
  readonly namesField: boolean;
  /** Its id among the sections of the screen; null where nobody has written it. */
  readonly id: string | null;
  /** Empty: those of the first written list of the entity. */
  readonly columns: readonly string[];
  readonly sort: readonly string[];
  readonly mayCreate: boolean;
}

/** The sections of related records that this reader has on a page: those of the screen, then the others in the order of the model. */
export function relatedSections(
  model: Model,
  { entity, related, restHidden }: Pick<RecordScreen, 'entity' | 'related' | 'restHidden'>,
  rights: Rights,
): readonly RelatedSection[] {
  const seen = [...inversesOf(model.entities)(entity)].filter(
    ([, inverse]) =>
      canEver(rights, inverse.entity.id, 'read') && canEverRead(rights, inverse.entity, inverse.field.id),
  );
  const all = new Map(
    seen.map(([name, inverse]) => {
      const isOneOfSeveral = seen.some(([other, { entity: of }]) => other !== name && of.id === inverse.entity.id);
      const namesField = isOneOfSeveral || inverse.field.id !== entity;
      return [name, { ...inverse, name, namesField, id: null, columns: [], sort: [], mayCreate: true }] as const;
    }),
  );
  const written = related.flatMap(({ id, inverse, columns, sort, create }): readonly RelatedSection[] => {
    const found = all.get(inverse);
    return found ? [{ ...found, id, columns, sort, mayCreate: create }] : [];
  });
  const named = new Set(related.map(({ inverse }) => inverse));
  return restHidden ? written : [...written, ...[...all.values()].filter(({ name }) => !named.has(name))];
}

/** Whether the field is the record of a line that is referred to, beside which the line has to be chosen. */
function bringsLine({ fields }: Entity, { id }: Field): boolean {
  const above = parentOf(id);
  const isBeside = (field: Field): boolean => isLineReference(field) && parentOf(field.id) === above;
  return above !== null && Object.values(fields).some(isBeside);
}

/** Whether the reader may ever make records of the section refer to another record, and whether to none. The server judges each record. */
export function attachable(
  { entity, field }: Pick<RelatedSection, 'entity' | 'field'>,
  rights: Rights,
): { readonly attach: boolean; readonly detach: boolean } {
  const isOpen = rights
    .grants(entity.id)
    .some(({ verbs, fields }) => verbs.update !== undefined && fields[field.id]?.update === true);
  const attach = isOpen && isGivable(field) && !bringsLine(entity, field);
  return { attach, detach: attach && !field.immutable && !(field.required && isOneReference(field)) };
}

/** What the field holds once the record refers to another one as well, or does no more. */
export function referring(
  { field }: Pick<RelatedSection, 'field'>,
  record: RecordValue,
  to: string,
  refers: boolean,
): Wire {
  if (!isManyReferences(field)) return refers ? to : null;
  const held = record[field.id];
  const others = (isList(held) ? held.flatMap((one: Wire) => idOf(one) ?? []) : []).filter((id) => id !== to);
  return refers ? [...others, to] : others;
}

/** What narrows the list of an entity to the records that refer to this one. */
export function refersTo({ field }: Pick<RelatedSection, 'field'>, id: string): Filter {
  return { field: field.id, op: isManyReferences(field) ? 'has' : 'eq', value: id };
}
