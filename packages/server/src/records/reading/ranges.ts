import type { Entity, Node, Rights, Scope } from '@ninefold/model';
import type { Reader } from '../../storage/database.ts';
import { quoted } from '../../storage/names.ts';
import { rangeColumns } from '../../storage/schema/indexes.ts';
import { leadOf, MOST_PARTS, type Lead, partsOf as partsOfConditions } from '../../storage/schema/leads.ts';
import type { Ground } from '../context.ts';
import { countSql } from './count-sql.ts';
import { conditionOf, every, join, sql, wrap, type Sql } from './sql.ts';

/**
 * The rows that may be read, where a rule lets several kinds of them through, kind by kind: an index leads to each, and none has
 * a row of one before it.
 */
export interface Ranges {
  readonly kinds: readonly Sql[];
  /** The same rows to be walked in an order, out of reach of what would look for them kind by kind. */
  readonly walked: Sql;
  /** Whether a row of every kind can be held against this field without being looked up. */
  covers(field: string): boolean;
  /** How many rows each caller reads, up to one more than are looked at one by one. */
  readonly reach: Sql;
}

const SYSTEM: Readonly<Record<string, string>> = { state: 'state', state_final: 'state' };
const PLACED = sql('t."trashed_at" IS NULL');

/** Null where one condition finds them as well: all may be read, there is one kind, or one that no index leads to. */
export function rangesOf(ground: Ground, rights: Rights, entity: Entity, rows: Sql): Ranges | null {
  const { model } = ground;
  const parts = partsOfConditions(rights.grants(entity.id).flatMap(({ verbs }) => verbs.read ?? []));
  if (parts === null || parts.length < 2 || parts.length > MOST_PARTS) return null;
  const leads = parts.map(({ tree }) => leadOf(model, entity, tree));
  if (leads.includes(null)) return null;
  const conditions = parts
    .map((part, at) => ({ part, place: placeOf(leads[at] ?? null, part.tree) }))
    .sort((one, other) => one.place - other.place)
    .map(({ part }) => conditionOf(ground, entity, 't', part));
  const kinds = conditions.map((condition, at) => every([PLACED, condition, ...conditions.slice(0, at).map(isNot)]));
  const columns = new Set(rangeColumns(model, entity));
  const counts = kinds.map((kind) => countSql(wrap(`FROM ${quoted(entity.id)} t WHERE `, kind, ''), FEW + 1));
  return {
    kinds,
    walked: wrap('(', rows, ') IS TRUE'),
    covers: (field) => columns.has(SYSTEM[field] ?? field) && (entity.fields[field]?.visibleWhen ?? null) === null,
    reach: wrap('SELECT ', join(counts, ' + '), ' AS n'),
  };
}

/** Rows of a group are more than those of one person, and are counted soonest where nothing else is asked of them; links are looked up one by one. */
function placeOf(lead: Lead | null, node: Node | null): number {
  if (lead !== null && 'links' in lead) return 2;
  return asksForPerson(node) ? 1 : 0;
}

function asksForPerson(node: Node | null): boolean {
  return node?.node === 'call' && node.args.some((arg) => isPerson(arg) || asksForPerson(arg));
}

function isPerson(node: Node): boolean {
  return node.node === 'variable' && node.name === 'user';
}

function isNot(condition: Sql): Sql {
  return wrap('(', condition, ') IS NOT TRUE');
}

/** The rows of a list kind by kind. */
export interface Parts {
  readonly view: object;
  readonly ranges: Ranges;
  readonly all: readonly Sql[];
  /** What is asked of them stands in the indexes that lead to them. */
  readonly covered: boolean;
}

/** The rows of a view of which more is asked, as by a list that looks at these fields. */
export function partsOf(view: { readonly ranges: Ranges | null }, asked: Sql, fields: readonly string[]): Parts | null {
  const { ranges } = view;
  if (ranges === null) return null;
  const covered = fields.every((field) => ranges.covers(field));
  return { view, ranges, all: ranges.kinds.map((kind) => every([kind, asked])), covered };
}

/** So many rows are all looked at and put in order for one page; of more it is faster to walk a list in its order. */
export const FEW = 2000;

/** The parts to count, where that is less work than to hold all rows against one condition. */
export async function countedParts(reader: Reader, parts: Parts | null, scope: Scope): Promise<readonly Sql[] | null> {
  if (parts === null) return null;
  return parts.covered || (await reachOf(reader, parts, scope)) <= FEW ? parts.all : null;
}

/** How long it is not asked again, in ms, how many rows a caller reads: that decides on the way, not on what is found. */
const KEPT_MS = 10_000;
const MOST_KEPT = 500;

const kept = new WeakMap<object, Map<string, { readonly rows: number; readonly until: number }>>();

async function reachOf(reader: Reader, { view, ranges }: Parts, scope: Scope): Promise<number> {
  const known = kept.get(view) ?? new Map<string, { readonly rows: number; readonly until: number }>();
  kept.set(view, known);
  const values = ranges.reach.values(scope);
  const key = JSON.stringify(values.map(String));
  const found = known.get(key);
  const now = performance.now();
  if (found && now < found.until) return found.rows;
  const [row] = await reader.all(ranges.reach.text, values);
  const rows = Number(row?.['n'] ?? 0);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, { rows, until: now + KEPT_MS });
  return rows;
}
