import { asSeen, type Entity, findOf, isOneReference, type RecordValue, type Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { compileSql } from '../../storage/expressions/compile.ts';
import { sql, table, valuesOf } from '../../storage/sql/sql.ts';
import type { PlanContext } from '../context/context.ts';

/** Looks for the records for which the `find` of a reference holds. */
export interface FindTarget {
  /** The values that decide what is found: with the same ones it is the same. */
  readonly given: (record: RecordValue, scope: Scope) => string;
  /** The ids of those that are found, at most two: nobody asks how many more there are. */
  readonly ids: (reader: Reader, record: RecordValue, scope: Scope) => Promise<readonly string[]>;
}

/** By the id of the reference. */
export type FindTargets = ReadonlyMap<string, FindTarget>;

export function planFinds(context: PlanContext, entity: Entity): FindTargets {
  return new Map(
    Object.values(entity.fields).flatMap((field) => {
      const [find, target] = isOneReference(field) ? [findOf(field), context.model.entities[field.to]] : [];
      if (!find || !target) return [];
      const place = { model: context.model, dialect: context.dialect.expressions, entity: target.id, alias: 't' };
      const holds = compileSql(find, { ...place, variable: 'option' });
      const statement = sql`SELECT t."id" FROM ${table(target.id)} t WHERE t."trashed_at" IS NULL AND ${holds} ORDER BY t."id" LIMIT 2`;
      const values = (record: RecordValue, scope: Scope): ReturnType<typeof valuesOf> =>
        valuesOf(statement, { ...scope, record: asSeen(entity, record, scope) });
      const found: FindTarget = {
        given: (record, scope) => JSON.stringify(values(record, scope), plainly),
        ids: async (reader, record, scope) =>
          (await reader.all(statement, values(record, scope))).map(({ id }) => String(id)),
      };
      return [[field.id, found] as const];
    }),
  );
}

function plainly(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
