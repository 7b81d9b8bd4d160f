import {
  canEverRead,
  isMany,
  objectOf,
  partsOf,
  systemField,
  type Entity,
  type Field,
  type ListScreen,
  type Model,
  type Rights,
  tellsOfState,
  screensOf,
} from '@ninefold/model';
import { cellOf } from '../../fields/cells/registry.ts';

/** One column of a list. */
export interface Column {
  readonly id: string;
  /** Null for the state, which is shown as a badge, and for an object as a whole. */
  readonly field: Field | null;
  /** The parts of an object; none of any other column. */
  readonly parts: readonly Field[];
  readonly align: 'start' | 'end';
  readonly sortable: boolean;
}

const CHOSEN = 7;

/** The columns that a list names. One that names none has those of the first written list of its entity that the reader has. */
export function listedColumns(model: Model, { entity, columns }: ListScreen): readonly string[] {
  return columns.length > 0 ? columns : namedColumns(model, entity);
}

/** The columns of the first written list of an entity that names some; none where the reader has no such list. */
export function namedColumns(model: Model, entity: string): readonly string[] {
  const written = screensOf(model, entity, 'list').filter((screen) => screen.written);
  return written.find((screen) => screen.columns.length > 0)?.columns ?? [];
}

/** The columns that a screen names, or a choice of the entity's fields: what names the record first, then the state. */
export function columnsOf(entity: Entity, wanted: readonly string[], rights: Rights): readonly Column[] {
  const ids = wanted.length > 0 ? wanted : chosen(entity, rights);
  return ids.filter((id) => isShown(entity, id, rights)).flatMap((id) => column(entity, id, rights) ?? []);
}

function isShown(entity: Entity, id: string, rights: Rights): boolean {
  return entity.fields[id] === undefined || canEverRead(rights, entity, id);
}

function chosen(entity: Entity, rights: Rights): readonly string[] {
  const titled = entity.title.flatMap((part) => ('field' in part ? [part.field] : []));
  const named = [...titled, ...(entity.key === null ? [] : [entity.key])];
  const plain = Object.values(entity.fields)
    .filter((field) => cellOf(field).isColumn && !tellsOfState(field) && canEverRead(rights, entity, field.id))
    .map((field) => objectOf(field.id) ?? field.id);
  const state = entity.lifecycle ? ['state'] : [];
  return [...new Set([...named, ...state, ...plain])].slice(0, CHOSEN);
}

function column(entity: Entity, id: string, rights: Rights): Column | null {
  const plain = { id, field: null, parts: [], align: 'start', sortable: true } as const;
  if (id === 'state') return entity.lifecycle ? plain : null;
  const parts = (partsOf(entity.fields).get(id) ?? []).flatMap((part) => entity.fields[part] ?? []);
  const open = parts.filter((part) => canEverRead(rights, entity, part.id));
  if (parts.length > 0) return open.length > 0 ? { ...plain, parts: open, sortable: false } : null;
  const field = entity.fields[id] ?? systemField(id);
  if (!field) return null;
  return {
    ...plain,
    field,
    align: cellOf(field).align,
    sortable: !isMany(field.type) && field.computed?.live !== true,
  };
}
