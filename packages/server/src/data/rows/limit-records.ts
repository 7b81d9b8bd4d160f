import {
  limitValuesOn,
  memoizedWeakly,
  readValue,
  type Entity,
  type LimitEntry,
  type Model,
  type Scope,
} from '@ninefold/model';
import type { PlanContext } from '../../records/context/context.ts';
import { titleText } from '../../records/views/titles.ts';
import { columnOf, encodeField } from '../../storage/columns/registry.ts';
import type { Reader } from '../../storage/database/database.ts';
import { column, sql, table, value, valuesOf, type Sql } from '../../storage/sql/sql.ts';

/** What the limits of a model name, each with the id of that record; null where none or several have the name. The key is the limit, of one that changes on days with the day. */
export type LimitRecords = ReadonlyMap<string, string | null>;

/** Looks up the records that limits name, by id, key, or a title that only one record has. */
export async function findLimitRecords(reader: Reader, context: PlanContext, scope: Scope): Promise<LimitRecords> {
  const found = new Map<string, string | null>();
  for (const limit of Object.values(context.model.limits)) {
    const { to } = limit;
    const entity = to !== null && Object.hasOwn(context.model.entities, to) ? context.model.entities[to] : undefined;
    for (const [key, named] of entity ? namesIn(limit) : [])
      if (entity) found.set(key, await recordNamed(reader, context, { entity, named, scope }));
  }
  return found;
}

/** The names that a limit has in the specification, by their keys. */
function namesIn({ id, named, dated }: LimitEntry): readonly (readonly [string, string])[] {
  const ofDays = dated.flatMap((one) => (one.named === undefined ? [] : [[dayKey(id, one.from), one.named] as const]));
  return named === null ? ofDays : [[id, named], ...ofDays];
}

function dayKey(id: string, from: string): string {
  return `${id} ${from}`;
}

interface Named {
  readonly entity: Entity;
  readonly named: string;
  readonly scope: Scope;
}

async function recordNamed(
  reader: Reader,
  context: PlanContext,
  { entity, named, scope }: Named,
): Promise<string | null> {
  const title = sql`${titleText(context, entity, 't', null)} = ${value(named)}`;
  for (const names of [sql`t."id" = ${value(named)}`, keyIs(context, entity, named), title]) {
    if (names === null) continue;
    const statement = sql`SELECT t."id" FROM ${table(entity.id)} t WHERE t."trashed_at" IS NULL AND ${names} LIMIT 2`;
    const rows = await reader.all(statement, valuesOf(statement, scope));
    if (rows.length > 0) return rows.length === 1 ? String(rows[0]?.['id']) : null;
  }
  return null;
}

/** Null where the entity has no key, or one that nothing written like this can be. */
function keyIs({ dialect }: PlanContext, { key, fields }: Entity, named: string): Sql | null {
  const field = key !== null && Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (field === undefined) return null;
  const wire = columnOf(field)?.holds === 'text' ? named : readValue(field, named);
  return wire === undefined ? null : sql`${column('t', field.id)} = ${value(encodeField(dialect, field, wire))}`;
}

/** The model with these records as the values of its limits. */
export function withLimitRecords<M extends Pick<Model, 'limits'>>(model: M, records: LimitRecords): M {
  return records.size === 0 ? model : { ...model, limits: withRecords(records)(model.limits) };
}

const withRecords = memoizedWeakly((records: LimitRecords) =>
  memoizedWeakly((limits: Model['limits']): Model['limits'] => {
    const found = Object.values(limits).map((limit): readonly [string, LimitEntry] => {
      const record = records.get(limit.id);
      const dated = limit.dated.map((one) => ({ ...one, value: records.get(dayKey(limit.id, one.from)) ?? one.value }));
      return [limit.id, { ...limit, dated, ...(record === undefined ? {} : { value: record }) }];
    });
    return Object.fromEntries(found);
  }),
);

/** The scope with these records as the values of limits, for work that began before they were there. */
export function scopeWithLimitRecords(model: Pick<Model, 'limits'>, scope: Scope, records: LimitRecords): Scope {
  if (records.size === 0) return scope;
  return { ...scope, limits: limitValuesOn(withLimitRecords(model, records), scope.today) };
}
