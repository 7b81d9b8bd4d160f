import {
  canExportField,
  filterQuery,
  type Entity,
  type Field,
  type ListScreen,
  type ListState,
  type Rights,
} from '@ninefold/model';

/** Whom a file is made for. */
export type ExportPurpose = 'people' | 'import';

/** One way to export. */
export interface ExportChoice {
  readonly purpose: ExportPurpose;
  readonly format: 'csv' | 'xlsx' | 'jsonl' | 'zip';
}

/** The formats of each purpose, in the order in which they are offered. */
export const EXPORT_FORMS: readonly {
  readonly purpose: ExportPurpose;
  readonly formats: readonly ExportChoice['format'][];
}[] = [
  { purpose: 'people', formats: ['xlsx', 'csv'] },
  { purpose: 'import', formats: ['csv', 'xlsx', 'jsonl', 'zip'] },
];

/** A column of a list: a field, something that every record has, or an object with these parts. */
interface Column {
  readonly id: string;
  readonly parts: readonly Field[];
}

/** What is exported of a list. */
export interface ExportedList {
  readonly entity: Entity;
  readonly screen: ListScreen;
  readonly state: ListState;
  readonly columns: readonly Column[];
  readonly rights: Rights;
  readonly language: string;
  /** Only these records; null: all that match. */
  readonly ids: readonly string[] | null;
}

/** The query of an export without its format: for people the columns, the order and the name of the list, too. */
export function exportQuery(list: ExportedList, purpose: ExportPurpose): URLSearchParams {
  const { screen, state, columns, ids } = list;
  const params = filterQuery(state, screen);
  if (ids !== null) params.append('f.id', `in:${ids.join()}`);
  if (purpose === 'import') return params;
  const named = [screen.id, ...(params.get('screen')?.split(',') ?? [])];
  params.set('screen', [...new Set(named)].join());
  params.set('for', purpose);
  params.set('lng', list.language);
  if (state.sort.length > 0) params.set('sort', state.sort.join());
  const open = columns.filter((column) => isOpen(column, list)).map(({ id }) => id);
  if (open.length > 0) params.set('select', open.join());
  return params;
}

function isOpen({ id, parts }: Column, { entity, rights }: ExportedList): boolean {
  if (parts.length > 0) return parts.some((part) => canExportField(rights, entity, part.id));
  return entity.fields[id] === undefined || canExportField(rights, entity, id);
}
