import {
  canEverRead,
  isLineReference,
  isTranslation,
  isTruth,
  systemField,
  type Entity,
  type Field,
  type Rights,
} from '@ninefold/model';
import type { FilterKind } from '../../fields/contract/input-kind.ts';
import { inputOf } from '../../fields/inputs/registry.ts';

export interface Filterable {
  readonly id: string;
  /** Null for the state. */
  readonly field: Field | null;
  readonly kind: FilterKind | 'states';
}

const SYSTEM: readonly string[] = ['created_at', 'created_by', 'changed_at'];

/** Whether it says when and by whom the record was made and changed. */
export function isOfRecord({ id }: Filterable): boolean {
  return SYSTEM.includes(id);
}

/** What a list can be narrowed by: the state first, then every readable field, then when and by whom. */
export function filterables(entity: Entity, rights: Rights): readonly Filterable[] {
  const state: readonly Filterable[] = entity.lifecycle ? [{ id: 'state', field: null, kind: 'states' }] : [];
  const own = Object.values(entity.fields).filter(
    (field) => !isTranslation(field) && canEverRead(rights, entity, field.id),
  );
  const system = SYSTEM.flatMap((id) => systemField(id) ?? []);
  return [...state, ...[...own, ...system].flatMap(filterable)];
}

function filterable(field: Field): readonly Filterable[] {
  const kind = isLineReference(field) ? null : inputOf(field).filter;
  if (kind === null || (field.computed?.live === true && !isTruth(field.type))) return [];
  return [{ id: field.id, field, kind }];
}
