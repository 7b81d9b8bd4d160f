import {
  holds,
  idOf,
  type Entity,
  type Problem,
  type RecordValue,
  type Scope,
  type Wire,
  memoizedWeakly,
} from '@ninefold/model';
import { encodeField, textCell } from '../../../storage/columns/registry.ts';
import type { Reader, Writer } from '../../../storage/database/database.ts';
import { countedSql, uniqueSets, type UniqueSet } from '../../../storage/schema/indexes.ts';
import { all, argument, name as nameSql, raw, sql, table, tableWith, type Sql } from '../../../storage/sql/sql.ts';
import type { PlanContext } from '../../context/context.ts';
import { plainLower } from '../../views/plain-lower.ts';

// What only the database can tell. Runs inside the transaction of the write, so nothing comes between it and the write.

/** A record that is about to be written. */
export interface Written {
  readonly context: PlanContext;
  readonly entity: Entity;
  readonly tx: Writer;
  readonly record: RecordValue;
}

interface UniqueLookup extends UniqueSet {
  /** Finds another record that counts; takes the values of the fields, then the record's id. */
  readonly statement: Sql;
}

const uniqueLookups = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((entity: Entity) => planUnique(context, entity)),
);

function planUnique({ model, dialect }: PlanContext, entity: Entity): readonly UniqueLookup[] {
  return uniqueSets(entity).map((set) => {
    const named = set.fields.map((name, index) => ({ name, value: argument(index) }));
    const same = named.map(({ name, value }) => sql`${compared(entity, name)} = ${value}`);
    const only = named.flatMap(({ name, value }) => (isAddress(entity, name) ? [] : textCell(entity, name, value)));
    const counted = raw(countedSql(model, dialect, entity, set));
    const other = sql`"id" <> ${argument(same.length)}`;
    return {
      ...set,
      statement: sql`SELECT 1 FROM ${tableWith(entity.id, only)} WHERE ${all([...same, counted, other])} LIMIT 1`,
    };
  });
}

/** Values that another live record already has, as far as one of the `changed` fields may have made them so. */
export async function uniqueProblems(
  { context, entity, tx, record }: Written,
  changed: ReadonlySet<string>,
  scope: Scope,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const { fields, when, statement } of uniqueLookups(context)(entity)) {
    const isAsked =
      when === null ? fields.some((field) => changed.has(field)) : holds(when, { ...scope, record }) === true;
    if (!isAsked) continue;
    const values = fields.map((name) => {
      const field = entity.fields[name];
      const value = field ? encodeField(tx.dialect, field, record[name]) : null;
      return isAddress(entity, name) && typeof value === 'string' ? plainLower(value) : value;
    });
    if (values.includes(null)) continue;
    const rows = await tx.all(statement, [...values, record.id]);
    if (rows.length > 0)
      problems.push({
        path: fields[0] ?? '',
        code: 'not_unique',
        params: { field: fields.join(', '), value: shown(record[fields[0] ?? '']).slice(0, 100) },
      });
  }
  return problems;
}

function shown(value: Wire | undefined): string {
  return idOf(value) ?? String(value ?? '');
}

/** Two spellings of one e-mail address are one account. */
function compared(entity: Entity, name: string): Sql {
  return isAddress(entity, name) ? sql`lower(${nameSql(name)})` : nameSql(name);
}

/** Whether a field is an e-mail address by which somebody signs in, whatever its capitals. */
export function isAddress(entity: Entity, name: string): boolean {
  return entity.id === 'user' && name === 'email';
}

/** Whether the record stands below itself by the parent it has now. */
export async function treeProblems(reader: Reader, entity: Entity, record: RecordValue): Promise<readonly Problem[]> {
  const parent = entity.tree === null ? null : idOf(record[entity.tree]);
  if (entity.tree === null || parent === null) return [];
  const [own, up] = [table(entity.id), nameSql(entity.tree)];
  const rows = await reader.all(
    sql`WITH RECURSIVE "up"("id") AS (SELECT s."id" FROM ${own} AS s WHERE s."id" = ${argument(0)} UNION SELECT n.${up} FROM "up" AS u JOIN ${own} AS n ON n."id" = u."id" WHERE n.${up} IS NOT NULL AND n."id" <> ${argument(1)}) SELECT 1 FROM "up" WHERE "id" = ${argument(2)} LIMIT 1`,
    [parent, record.id, record.id],
  );
  return rows.length === 0 ? [] : [{ path: entity.tree, code: 'tree_circle', params: {} }];
}
