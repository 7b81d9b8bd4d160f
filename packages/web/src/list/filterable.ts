import { canEverRead, type Entity, type Field, type Rights } from '@ninefold/model';
import { systemField } from './system-fields.ts';

/** How a field is asked for. */
export type FilterKind = 'states' | 'options' | 'reference' | 'text' | 'range' | 'boolean';

export interface Filterable {
  readonly id: string;
  /** Null for the state. */
  readonly field: Field | null;
  readonly kind: FilterKind;
}

const KINDS: Readonly<Record<Field['type'], FilterKind | null>> = {
  string: 'text',
  text: 'text',
  sequence: 'text',
  choice: 'options',
  choices: 'options',
  reference: 'reference',
  references: 'reference',
  integer: 'range',
  number: 'range',
  money: 'range',
  percent: 'range',
  date: 'range',
  datetime: 'range',
  boolean: 'boolean',
  lines: null,
};

/** What a list can be narrowed by: the state first, then every readable field, then when and by whom. */
export function filterables(entity: Entity, rights: Rights): readonly Filterable[] {
  const state: readonly Filterable[] = entity.lifecycle ? [{ id: 'state', field: null, kind: 'states' }] : [];
  const own = Object.values(entity.fields).filter((field) => canEverRead(rights, entity, field.id));
  const system = ['created_at', 'created_by', 'changed_at'].flatMap((id) => systemField(id) ?? []);
  return [...state, ...[...own, ...system].flatMap(filterable)];
}

function filterable(field: Field): readonly Filterable[] {
  const kind = KINDS[field.type];
  if (kind === null || (field.computed?.live === true && kind !== 'boolean')) return [];
  return [{ id: field.id, field, kind }];
}
