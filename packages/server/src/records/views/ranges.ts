import { type Entity, givingRows, type Node, type Rights, type Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database/database.ts';
import { all, isNotTrue, join, raw, sql, table, valuesOf, type Sql } from '../../storage/sql/sql.ts';
import { coveredColumns, rangeColumns } from '../../storage/schema/indexes.ts';
import {
  accessPathOf,
  allDisjuncts,
  asksForPerson,
  MOST_DISJUNCTS,
  type AccessPath,
} from '../../storage/schema/access-paths.ts';
import type { PlanContext } from '../context/context.ts';
import { countSql } from './count-sql.ts';
import { conditionOf } from './conditions.ts';

/** The readable rows where the row condition is several disjuncts: an index finds the rows of each, and no row belongs to two of them. */
export interface Ranges {
  readonly disjuncts: readonly Sql[];
  /** The same rows as one condition that a scan in some order checks; the planner cannot take it apart. */
  readonly scan: Sql;
  /** Whether an index of the first disjunct, which has most rows, holds this field, so that it is checked without reading the row. */
  covers(field: string): boolean;
  /** The row estimate: how many rows a caller reads, counted up to one more than `FEW`. */
  readonly estimate: Sql;
}

const SYSTEM: Readonly<Record<string, string>> = { state: 'state', state_final: 'state' };
const PLACED = raw('t."trashed_at" IS NULL');

/** Null where one condition is as fast: all rows may be read, there is one disjunct, or no index finds the rows of one of them. */
export function rangesOf(context: PlanContext, rights: Rights, entity: Entity, rows: Sql): Ranges | null {
  const { model, dialect } = context;
  const parts = allDisjuncts(givingRows(rights.grants(entity.id)).flatMap(({ verbs }) => verbs.read ?? []));
  if (parts === null || parts.length < 2 || parts.length > MOST_DISJUNCTS) return null;
  const paths = parts.map(({ tree }) => accessPathOf(model, entity, tree));
  if (paths.includes(null)) return null;
  const conditions = parts
    .map((part, at) => ({ part, place: placeOf(paths[at] ?? null, part.tree) }))
    .sort((one, other) => one.place - other.place)
    .map(({ part }) => conditionOf(context, entity, 't', part));
  const disjuncts = conditions.map((condition, at) =>
    all([PLACED, condition, ...conditions.slice(0, at).map(isNotTrue)]),
  );
  const columns = new Set([
    ...rangeColumns(model, entity),
    ...(dialect.schema.covers ? coveredColumns(model, entity) : []),
  ]);
  const counts = disjuncts.map((disjunct) => countSql(sql`FROM ${table(entity.id)} t WHERE ${disjunct}`, FEW + 1));
  return {
    disjuncts,
    scan: sql`(${rows}) IS TRUE`,
    covers: (field) => columns.has(SYSTEM[field] ?? field) && (entity.fields[field]?.visibleWhen ?? null) === null,
    estimate: sql`SELECT ${join(counts, ' + ')} AS n`,
  };
}

/** The order of disjuncts: a group before one person, since it has more rows and the first disjunct is counted without excluding others; links last. */
function placeOf(path: AccessPath | null, node: Node | null): number {
  if (path !== null && 'links' in path) return 2;
  return asksForPerson(node) ? 1 : 0;
}

/** The rows of a list, by disjuncts. */
export interface Parts {
  readonly view: object;
  readonly ranges: Ranges;
  readonly all: readonly Sql[];
  /** The indexes of the disjuncts hold every field that the list reads. */
  readonly covered: boolean;
}

/** The rows of a view that also meet `asked`, which reads these fields. */
export function partsOf(view: { readonly ranges: Ranges | null }, asked: Sql, fields: readonly string[]): Parts | null {
  const { ranges } = view;
  if (ranges === null) return null;
  const covered = fields.every((field) => ranges.covers(field));
  return { view, ranges, all: ranges.disjuncts.map((disjunct) => all([disjunct, asked])), covered };
}

/** Up to this many rows are all read and sorted for one page; for more a scan in the order of the list is faster. */
export const FEW = 2000;

/** The parts to count, where that reads fewer rows than checking one condition on all of them. */
export async function countedParts(reader: Reader, parts: Parts | null, scope: Scope): Promise<readonly Sql[] | null> {
  if (parts === null) return null;
  return parts.covered || (await estimatedRows(reader, parts, scope)) <= FEW ? parts.all : null;
}

/** How long a row estimate is used, in ms: it decides on the plan, not on what is found. */
const REMEMBERED_MS = 10_000;
const MOST_REMEMBERED = 500;

const remembered = new WeakMap<object, Map<string, { readonly rows: number; readonly until: number }>>();

async function estimatedRows(reader: Reader, { view, ranges }: Parts, scope: Scope): Promise<number> {
  const known = remembered.get(view) ?? new Map<string, { readonly rows: number; readonly until: number }>();
  remembered.set(view, known);
  const values = valuesOf(ranges.estimate, scope);
  const key = JSON.stringify(values.map(String));
  const found = known.get(key);
  const now = performance.now();
  if (found && now < found.until) return found.rows;
  const [row] = await reader.all(ranges.estimate, values);
  const rows = Number(row?.['n'] ?? 0);
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(key, { rows, until: now + REMEMBERED_MS });
  return rows;
}

type Amount = 'few' | 'many';

const amounts = new WeakMap<object, Map<string, Amount | null>>();

/** How many rows of a view a condition found when it was counted last. It decides on the plan, not on what is found. */
export interface NotedAmount {
  /** Null where nothing is noted. */
  readonly last: Amount | null;
  note(amount: Amount | null): void;
}

export function notedAmount(view: object, condition: Sql, scope: Scope): NotedAmount {
  const known = amounts.get(view) ?? new Map<string, Amount | null>();
  amounts.set(view, known);
  const key = JSON.stringify([condition.text, ...valuesOf(condition, scope).map(String)]);
  return {
    last: known.get(key) ?? null,
    note: (amount) => {
      if (known.size >= MOST_REMEMBERED) known.clear();
      known.set(key, amount);
    },
  };
}
