import {
  type Entity,
  idOf,
  isLineReference,
  isLines,
  type LineReferenceField,
  type Model,
  memoizedWeakly,
  type Problem,
  type RecordValue,
} from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import { childTable } from '../../../storage/sql/names.ts';
import { argument, name, sql, table, type Sql } from '../../../storage/sql/sql.ts';

/** A field that refers to lines. */
export interface LineHolder {
  readonly entity: Entity;
  readonly field: LineReferenceField;
  /** The lines field that it stands in itself. */
  readonly lines: string | null;
  /** Takes the id of a line; gives the `id` of each record outside the trash that refers to it. */
  readonly statement: Sql;
}

/** The fields that refer to lines, by the name of the lines (`order.rows`). */
export const lineHolders = memoizedWeakly((entities: Model['entities']): ReadonlyMap<string, readonly LineHolder[]> => {
  const found = Object.values(entities).flatMap((entity) =>
    Object.values(entity.fields).flatMap((field): readonly LineHolder[] => {
      const inner = isLines(field) ? Object.values(field.fields) : [];
      return [
        ...[field].filter((one) => isLineReference(one)).map((one) => holder(entity, one, null)),
        ...inner.filter((one) => isLineReference(one)).map((one) => holder(entity, one, field.id)),
      ];
    }),
  );
  return Map.groupBy(found, ({ field }) => childTable(field.to, field.toLines));
});

function holder(entity: Entity, field: LineReferenceField, lines: string | null): LineHolder {
  const [own, column] = [table(entity.id), name(field.id)];
  const statement =
    lines === null
      ? sql`SELECT "id" FROM ${own} WHERE ${column} = ${argument(0)} AND "trashed_at" IS NULL`
      : sql`SELECT DISTINCT h."id" FROM ${table(childTable(entity.id, lines))} l JOIN ${own} h ON h."id" = l."record" WHERE l.${column} = ${argument(0)} AND h."trashed_at" IS NULL`;
  return { entity, field, lines, statement };
}

/** Whether what refers to a line lets it go: it refers to nothing then, or goes too. A line that refers to it never does. */
export function isReleased({ field, lines }: LineHolder): boolean {
  return lines === null && field.onDelete !== 'restrict';
}

/** A line that a write takes away, and what refers to it. */
export interface DroppedLine {
  readonly id: string;
  /** The field of lines, and the line's number there. */
  readonly lines: string;
  readonly number: number;
  readonly holders: readonly LineHolder[];
}

/** The lines that a record had and has no longer, as far as fields may refer to them. */
export function droppedLines(
  { entities }: Model,
  entity: Entity,
  { before, record }: { readonly before: RecordValue | null; readonly record: RecordValue | null },
): readonly DroppedLine[] {
  if (before === null || record === null) return [];
  return Object.values(entity.fields).flatMap((field): readonly DroppedLine[] => {
    const holders = isLines(field) ? (lineHolders(entities).get(childTable(entity.id, field.id)) ?? []) : [];
    const [were, are] = [before[field.id], record[field.id]];
    if (holders.length === 0 || were === are || !Array.isArray(were)) return [];
    const kept = new Set(Array.isArray(are) ? are.map(idOf) : []);
    return were.flatMap((line, index) => {
      const id = idOf(line);
      return id === null || kept.has(id) ? [] : [{ id, lines: field.id, number: index + 1, holders }];
    });
  });
}

/** Ids of the other records that refer to a line by this field. */
export async function referringTo(
  reader: Reader,
  { statement }: LineHolder,
  { id, record }: { readonly id: string; readonly record: string },
): Promise<readonly string[]> {
  const rows = await reader.all(statement, [id]);
  return rows.map((row) => String(row['id'])).filter((one) => one !== record);
}

/** The lines that are taken away although other records refer to them, and `isHolding` says that this holds them. */
export async function heldLines(
  reader: Reader,
  record: string,
  dropped: readonly DroppedLine[],
  isHolding: (holder: LineHolder) => boolean,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { id, lines, number, holders } of dropped) {
    for (const one of holders.filter(isHolding)) {
      const ids = await referringTo(reader, one, { id, record });
      if (ids.length === 0) continue;
      problems.push({ path: lines, code: 'line_in_use', params: { field: lines, line: number } });
      break;
    }
  }
  return problems;
}
