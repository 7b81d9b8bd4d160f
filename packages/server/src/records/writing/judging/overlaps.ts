import {
  holds,
  idOf,
  memoizedWeakly,
  typeOf,
  type Entity,
  type NoOverlap,
  type Problem,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { encodeField } from '../../../storage/columns/registry.ts';
import {
  all,
  argument,
  column as columnSql,
  raw,
  sql,
  table,
  TRUE,
  valuesOf,
  type Sql,
} from '../../../storage/sql/sql.ts';
import type { SqlValue } from '../../../storage/sql/sql-value.ts';
import type { PlanContext } from '../../context/context.ts';
import { conditionOf } from '../../views/conditions.ts';
import type { Written } from './constraints.ts';

/** Finds a record whose period meets another one. */
interface OverlapLookup {
  readonly rule: NoOverlap;
  /** Takes the record's id, the values that it is judged per, and the beginning of the period. */
  readonly withoutEnd: Sql;
  /** The same and the end of the period. */
  readonly withEnd: Sql;
}

const overlapLookups = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((entity: Entity) => entity.noOverlaps.map((rule) => planOverlap(context, entity, rule))),
);

function planOverlap(context: PlanContext, entity: Entity, rule: NoOverlap): OverlapLookup {
  const inclusive = raw(isDay(entity, rule.from) ? '=' : '');
  const [from, to] = [columnSql('t', rule.from), columnSql('t', rule.to)];
  const [start, end] = [argument(rule.per.length + 1), argument(rule.per.length + 2)];
  const meeting = all([
    sql`t."trashed_at" IS NULL AND t."id" <> ${argument(0)}`,
    ...rule.per.map((name, index) => sql`${columnSql('t', name)} = ${argument(index + 1)}`),
    sql`(${to} IS NULL OR ${to} >${inclusive} ${start})`,
    rule.when === null ? TRUE : conditionOf(context, entity, 't', rule.when),
  ]);
  const lookup = (filter: Sql): Sql => sql`SELECT t."id" AS id FROM ${table(entity.id)} t WHERE ${filter} LIMIT 1`;
  return { rule, withoutEnd: lookup(meeting), withEnd: lookup(all([meeting, sql`${from} <${inclusive} ${end}`])) };
}

function isDay({ id, fields }: Entity, name: string): boolean {
  return fields[name] !== undefined && typeOf(fields[name], id).kind === 'date';
}

/**
 * The periods of the record that meet those of another one, one problem for each `no_overlap` in the written order. Dates
 * are inclusive, datetimes end before their end; a blank end is open.
 */
export async function overlapProblems(written: Written, scope: Scope): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const lookup of overlapLookups(written.context)(written.entity)) {
    const met = await metBy(written, lookup, scope);
    if (met !== null) problems.push(problemOf(written.record, lookup.rule, met));
  }
  return problems;
}

/** The id of a record whose period meets that of the written one; null where there is none. */
async function metBy({ entity, tx, record }: Written, lookup: OverlapLookup, scope: Scope): Promise<string | null> {
  const { rule } = lookup;
  if (holds(rule.when, { ...scope, record }) === false) return null;
  const column = (name: string): SqlValue =>
    entity.fields[name] ? encodeField(tx.dialect, entity.fields[name], record[name]) : null;
  const given = [...rule.per, rule.from].map(column);
  if (given.includes(null)) return null;
  const end = column(rule.to);
  const statement = end === null ? lookup.withoutEnd : lookup.withEnd;
  const [met] = await tx.all(statement, valuesOf(statement, scope, [record.id, ...given, end]));
  return met === undefined ? null : String(met['id']);
}

/**
 * Under an entry of the specification's catalogue the values are named by their fields, for its message. Else `with` is the
 * other record by its id, for `withReasons`, which puts there what the writer may know of it.
 */
function problemOf(record: RecordValue, { from, to, per, error }: NoOverlap, met: string): Problem {
  if (error !== null) {
    const params = Object.fromEntries([from, to, ...per].map((name) => [name, plain(record[name])] as const));
    return { path: from, code: error, params };
  }
  const params = { from: record[from] ?? null, to: record[to] ?? null, with: { id: met } };
  return { path: from, code: 'overlaps', params: per.length === 0 ? params : { ...params, per: per.join(', ') } };
}

/** A reference by its id alone. */
function plain(value: Wire | undefined): Wire {
  const id = idOf(value);
  return id === null ? (value ?? null) : { id };
}
