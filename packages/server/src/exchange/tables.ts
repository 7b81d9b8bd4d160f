import {
  allLanguages,
  answered,
  isLines,
  canExportField,
  partsOf,
  type Entity,
  type Field,
  type RecordValue,
  type Wire,
} from '@ninefold/model';
import type { Caller } from '../records/context/records.ts';
import { badParameter } from '../records/reading/lists/list-params.ts';
import type { ServedApplication } from '../specification/served.ts';
import { labelsOf } from './labels/labels.ts';
import { peopleColumn } from './people-cells/registry.ts';
import { sheetCell } from './sheet-cells/registry.ts';
import type { Cell } from './sheet-cells/sheet-cell.ts';
import { cellText } from './writing/csv-cells.ts';
import type { ExportColumn, ExportTable } from './writing/formats.ts';

/** What a table is made for. */
export interface TableOrder {
  readonly caller: Caller;
  readonly entity: Entity;
  /** What `select` names; null: everything that may be exported. */
  readonly select: readonly string[] | null;
  readonly language: string;
  /** The source language of the application. */
  readonly source: string;
}

/** Names that every record has beside its fields, as far as people read them. */
const SYSTEM: ReadonlySet<string> = new Set([
  ...['id', 'title', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by'],
  ...['state', 'state_since', 'state_final', 'trashed_at'],
]);

/** For programs, and to be imported again: the id, the state, and the fields that were asked for or all, under their ids. */
export function importTable({ caller, entity, select, language, source }: TableOrder): ExportTable {
  const system = ['id', ...(entity.lifecycle ? ['state'] : [])];
  const ids = [...new Set([...system, ...fieldsOf(caller, entity, select)])];
  const columns = ids.map((id) => importColumn(id, entity.fields[id], source));
  return { name: entity.id, columns, marked: language === 'ja', fields: entity.fields, source };
}

/** For people: exactly what was asked for, or the state and all fields, under their labels and in the language of the reader. */
export function peopleTable(
  application: ServedApplication,
  { caller, entity, select, language, source }: TableOrder,
  screen: string | null,
): ExportTable {
  const labels = labelsOf(application, entity, language);
  const look = { labels, language, timeZone: application.model.timeZone };
  const system = select === null && entity.lifecycle ? ['state'] : [];
  const ids = [...new Set([...system, ...fieldsOf(caller, entity, select)])];
  if (!ids.every((id) => Object.hasOwn(entity.fields, id) || SYSTEM.has(id))) throw badParameter('select');
  const columns = ids.map((id): ExportColumn => ({ id, ...peopleColumn(id, entity.fields[id], look) }));
  return { name: labels.list(screen), columns, marked: true, fields: entity.fields, source };
}

/** What was asked for, the parts of an object in place of it and each language of a translated text; `bad_parameter` for what no grant with `export` lets read. */
function fieldsOf({ rights }: Caller, entity: Entity, select: readonly string[] | null): readonly string[] {
  const isOpen = (name: string): boolean => canExportField(rights, entity, name);
  if (select === null) return Object.keys(entity.fields).filter(isOpen);
  const parts = partsOf(entity.fields);
  return select.flatMap((name) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    const own = field === undefined ? parts.get(name) : allLanguages(entity.fields, field).map(({ id }) => id);
    const open = own?.filter(isOpen);
    if (open?.length === 0) throw badParameter('select');
    return open ?? [name];
  });
}

function importColumn(id: string, field: Field | undefined, source: string): ExportColumn {
  const shown = (record: RecordValue): Wire => (isLines(field) ? answered(record[id], source) : (record[id] ?? null));
  return {
    id,
    heading: id,
    text: (record) => cellText(shown(record)),
    cell: (record: RecordValue): Cell | null => importCell(field, shown(record)),
  };
}

/** Days and numbers are days and numbers in a spreadsheet; moments are texts, since it knows no time zone. */
function importCell(field: Field | undefined, value: Wire): Cell | null {
  if (value === null || value === '') return null;
  const cell = field ? sheetCell(field, value) : typeof value === 'number' ? { value } : null;
  return cell ?? { value: cellText(value) };
}
