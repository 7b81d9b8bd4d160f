import { storageOf } from '../../storage/columns/registry.ts';
import {
  derivedWhens,
  idOf,
  innerFields,
  isLines,
  isManyReferences,
  isOneReference,
  type Entity,
  type Expression,
  type Field,
  type RecordValue,
  type Wire,
  stepsOf,
  timerReads,
} from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import type { PlanContext } from '../context/context.ts';
import { childTable } from '../../storage/sql/names.ts';
import { argument, name as nameSql, raw, sql, table, type Sql } from '../../storage/sql/sql.ts';
import { inverseOf } from '../../storage/relations/inverse.ts';
import { withHiding } from '../loading/hiding.ts';
import { totalsOf } from '../loading/kept-totals.ts';
import { targetOf } from '../loading/tree.ts';

/** One step of a path, walked backwards: from records at its end to those at its beginning. */
export interface StepBack {
  /** Takes a list of ids at the end and gives those at the beginning; null where the record itself names it. */
  readonly statement: Sql | null;
  /** The field of the record at the end that names the one at the beginning. */
  readonly field: string | null;
}

/** Stored computed values and timers of `entity` that read records of another entity, and the way back to them. */
export interface Dependent {
  readonly entity: string;
  /** Nearest to the changed record first. */
  readonly steps: readonly StepBack[];
  /** The names of running totals that are counted anew. */
  readonly anew: readonly string[];
}

/** Who has to be computed again when a record of an entity changes, by that entity; without the holders of running totals over it. */
export function dependentsOf(context: PlanContext): ReadonlyMap<string, readonly Dependent[]> {
  const found = new Map<string, Map<string, Dependent>>();
  const add = (at: string, dependent: Dependent): void => {
    const list = found.get(at) ?? new Map<string, Dependent>();
    found.set(at, list.set(JSON.stringify(dependent), dependent));
  };
  for (const entity of Object.values(context.model.entities)) {
    for (const path of withHiding(context.model, entity, followedReads(entity)).map((each) => stepsOf(each)))
      for (const { at, steps } of prefixes(context, entity, path)) add(at, { entity: entity.id, steps, anew: [] });
    for (const { name, list, reads } of totalsOf(context.model, entity.id))
      for (const path of reads)
        for (const { at, steps } of prefixes(context, entity, [list, ...stepsOf(path)]).slice(1))
          add(at, { entity: entity.id, steps, anew: [name] });
  }
  return new Map([...found].map(([at, list]) => [at, [...list.values()]]));
}

/** Paths that stored computed values of an entity and of its lines, and its derived state, read of the record, without `record`. */
export function storedReads(entity: Entity): readonly string[] {
  const fields = Object.values(entity.fields).flatMap((field) => [
    ...readsIn(storedExpression(field), 'record.', ''),
    ...Object.values(innerFields(field)).flatMap((inner) => [
      ...readsIn(storedExpression(inner), 'record.', ''),
      ...readsIn(storedExpression(inner), 'line.', `${field.id}.`),
    ]),
  ]);
  return [...fields, ...derivedWhens(entity).flatMap((when) => readsIn(when, 'record.', ''))];
}

/** The same with what the timers of the entity read: their moments follow it like values. */
export function followedReads(entity: Entity): readonly string[] {
  return [...storedReads(entity), ...timerReads(entity)];
}

function storedExpression(field: Field): Expression | null {
  return storageOf(field) === null ? null : (field.computed?.expression ?? null);
}

function readsIn(expression: Expression | null, root: string, place: string): readonly string[] {
  const reads = expression?.reads ?? [];
  return reads.flatMap((path) => (path.startsWith(root) ? `${place}${path.slice(root.length)}` : []));
}

/** Every entity that a path comes through, with the way back from there. */
function prefixes(
  context: PlanContext,
  entity: Entity,
  path: readonly string[],
): readonly { readonly at: string; readonly steps: readonly StepBack[] }[] {
  const found: { readonly at: string; readonly steps: readonly StepBack[] }[] = [];
  let at = entity.id;
  let steps: readonly StepBack[] = [];
  for (let index = 0; index < path.length; index += 1) {
    const name = path[index] ?? '';
    const lines = context.model.entities[at]?.fields[name];
    const inner = isLines(lines) ? lines.fields[path[(index += 1)] ?? ''] : undefined;
    const step = isLines(lines) ? lineBack(context, at, name, inner) : stepBack(context, at, name);
    const target = isLines(lines) ? (isOneReference(inner) ? inner.to : null) : targetOf(context.model, at, name);
    if (!step || target === null) break;
    steps = [step, ...steps];
    at = target;
    found.push({ at, steps });
  }
  return found;
}

/** The step from `entity` by a reference of its lines, walked backwards; null where the lines have no such reference. */
function lineBack({ dialect }: PlanContext, entity: string, lines: string, inner: Field | undefined): StepBack | null {
  if (!isOneReference(inner)) return null;
  const ids = sql`(SELECT "value" FROM ${raw(dialect.items('ids'), argument(0))})`;
  const named = sql`${nameSql(inner.id)} IN ${ids}`;
  return {
    statement: sql`SELECT DISTINCT "record" AS id FROM ${table(childTable(entity, lines))} WHERE ${named}`,
    field: null,
  };
}

/** One step from `entity` by `name`, walked backwards; null where that is not possible. */
export function stepBack({ model, dialect }: PlanContext, entity: string, name: string): StepBack | null {
  const ids = sql`(SELECT "value" FROM ${raw(dialect.items('ids'), argument(0))})`;
  const referring = sql`SELECT "id" FROM ${table(entity)} WHERE ${nameSql(name)} IN ${ids}`;
  const field = model.entities[entity]?.fields[name];
  if (isManyReferences(field)) {
    return {
      statement: sql`SELECT "record" AS id FROM ${table(childTable(entity, name))} WHERE "value" IN ${ids}`,
      field: null,
    };
  }
  if (isOneReference(field)) return { statement: referring, field: null };
  if (name === 'created_by' || name === 'changed_by') return { statement: referring, field: null };
  const inverse = field ? null : inverseOf(model, entity, name);
  if (!inverse) return null;
  const [holder, column] = [inverse.entity.id, nameSql(inverse.field.id)];
  const statement = isManyReferences(inverse.field)
    ? sql`SELECT "value" AS id FROM ${table(childTable(holder, inverse.field.id))} WHERE "record" IN ${ids}`
    : sql`SELECT DISTINCT ${column} AS id FROM ${table(holder)} WHERE "id" IN ${ids} AND ${column} IS NOT NULL`;
  return { statement, field: inverse.field.id };
}

/**
 * Ids of the records at the beginning of a path that comes to a record, as it leads there before the difference and after
 * it; null where one step finds more than `most`.
 */
export async function walkBack(
  reader: Pick<Reader, 'all' | 'dialect'>,
  steps: readonly StepBack[],
  { before, record }: Ends,
  most = Infinity,
): Promise<readonly string[] | null> {
  let ids: readonly string[] = [(record ?? before)?.id ?? ''];
  for (const [index, { statement, field }] of steps.entries()) {
    const found = statement === null ? [] : await reader.all(limited(statement, most), [reader.dialect.list(ids)]);
    const named = index > 0 || field === null ? [] : [before?.[field], record?.[field]].flatMap(idsIn);
    ids = [...new Set([...found.map(({ id }) => String(id)), ...named])];
    if (ids.length > most) return null;
  }
  return ids;
}

/** A record before and after a change; null where it appears or goes. */
interface Ends {
  readonly before: RecordValue | null;
  readonly record: RecordValue | null;
}

function limited(statement: Sql, most: number): Sql {
  return most === Infinity ? statement : sql`SELECT x."id" FROM (${statement}) AS x LIMIT ${raw(String(most + 1))}`;
}

function idsIn(value: Wire | undefined): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item: Wire | undefined) => idOf(item) ?? []);
}
