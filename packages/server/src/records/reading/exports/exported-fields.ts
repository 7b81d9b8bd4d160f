import type { Entity, RecordValue, Rights, Scope } from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import type { Row } from '../../../storage/sql/sql-value.ts';
import {
  asTruth,
  column,
  join,
  raw,
  resultColumn,
  type ResultColumn,
  sql,
  type Sql,
  table,
  value,
  valuesOf,
} from '../../../storage/sql/sql.ts';
import type { PlanContext } from '../../context/context.ts';
import { fieldAccess } from '../../views/field-access.ts';

/** Fields that grants with `export` show on some of the records that may be exported, and on others not. */
export interface PartlyExported {
  readonly entity: Entity;
  /** What says of a row whether it shows the field, by field: one of these. */
  readonly fields: ReadonlyMap<string, readonly ResultColumn<boolean>[]>;
  readonly selected: Sql;
}

/** Null where each field that stands in the file is shown on every record. */
export function partlyExported(context: PlanContext, entity: Entity, rights: Rights): PartlyExported | null {
  const { fields, flags } = fieldAccess(context, entity, rights, { alias: 't', verb: 'export' });
  if (flags.length === 0) return null;
  const columns = flags.map((flag, at) => resultColumn(`flag${String(at)}`, flag, asTruth));
  const partly = [...fields].flatMap(([id, access]) =>
    typeof access === 'string' ? [] : [[id, access.flatMap((at) => columns[at] ?? [])] as const],
  );
  const selected = join([column('t', 'id'), ...columns.map((one) => one.selected)], ', ');
  return { entity, fields: new Map(partly), selected };
}

/** The records without the fields that grants with `export` show on other records only: rows of one grant get no fields of another. */
export async function withExportedFields(
  reader: Reader,
  partly: PartlyExported | null,
  records: readonly RecordValue[],
  scope: Scope,
): Promise<readonly RecordValue[]> {
  if (partly === null || records.length === 0) return records;
  const listed = raw(reader.dialect.items('exported'), value(reader.dialect.list(records.map(({ id }) => id))));
  const statement = sql`SELECT ${partly.selected} FROM ${table(partly.entity.id)} t
    WHERE t."id" IN (SELECT "value" FROM ${listed})`;
  const rows = await reader.all(statement, valuesOf(statement, scope));
  const byId = new Map(rows.map((row) => [String(row['id']), row]));
  return records.map((record) => shownOf(partly, record, byId.get(record.id)));
}

function shownOf({ fields }: PartlyExported, record: RecordValue, row: Row | undefined): RecordValue {
  const isShown = (name: string): boolean => {
    const flags = fields.get(name);
    return flags === undefined || (row !== undefined && flags.some((flag) => flag.read(row)));
  };
  return Object.fromEntries(Object.entries(record).filter(([name]) => isShown(name))) as RecordValue; // system fields stay
}
