import { isManyReferences, type RunningState, type Scope, type Wire, memoized, memoizedWeakly } from '@ninefold/model';
import type { Reader, Writer } from '../../storage/database/database.ts';
import { childTable, literal } from '../../storage/sql/names.ts';
import { argument, name, raw, sql, table, type Sql } from '../../storage/sql/sql.ts';
import { columnsGiven, insertInto, target } from '../../storage/sql/writes.ts';
import type { PlanContext } from '../context/context.ts';
import { type Draft, references } from './rows.ts';
import type { KeptTotal } from './kept-totals.ts';
import { idsOf, lookupRows, type Fill, type Lookup } from './lists.ts';

/** The running totals of one record that are known, by name. */
export type Totals = Readonly<Record<string, RunningState>>;

/** Loads what the running totals over the list of this one read of its records, and whom these refer to by it. */
export type LoadItems = (
  total: KeptTotal,
) => (reader: Reader, ids: readonly string[], scope: Scope) => Promise<ReadonlyMap<string, Draft>>;

/** The running totals that are kept of some records, by record. */
export async function keptTotals(
  context: PlanContext,
  reader: Reader,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Totals>> {
  if (ids.length === 0) return new Map();
  const rows = await lookupOf(context)(entity)(reader, ids);
  return new Map(rows.map((row) => [String(row['record']), totalsIn(String(row['totals']))]));
}

function totalsIn(text: string): Totals {
  return JSON.parse(text) as Totals; // written by `keepTotals`
}

const lookupOf = memoizedWeakly((context: PlanContext) =>
  memoized((entity: string): Lookup => {
    const selected = sql`"record", "totals"`;
    return lookupRows(context, { selected, table: '_total', by: 'record', rest: ofEntity(entity) });
  }),
);

function ofEntity(entity: string): Sql {
  return sql` AND "entity" = ${raw(literal(entity))}`;
}

const KEEP = sql`${insertInto('_total', 'record', columnsGiven(['record', 'entity', 'totals']))}
  ON CONFLICT ("record", "entity") DO UPDATE SET "totals" = excluded."totals"`;

/** Forgets the running totals of the record with this id and entity. */
export const FORGET_TOTALS = sql`DELETE FROM ${target('_total', null)} WHERE "record" = ${argument(0)} AND "entity" = ${argument(1)}`;

/** Keeps the running totals of a record. */
export function keepTotals(tx: Writer, entity: string, record: string, totals: Totals): void {
  tx.later(KEEP, [record, entity, JSON.stringify(totals)]);
}

/** Puts the values of these running totals into records of one entity. Those that are not kept are counted, and not kept. */
export function planTotals(
  context: PlanContext,
  totals: readonly [KeptTotal, ...KeptTotal[]],
  loadItems: LoadItems,
): Fill {
  const [{ holder }] = totals;
  return async (reader, drafts, scope) => {
    const open = drafts.filter((draft) => totals.some((total) => draft[total.name] === undefined));
    const ids = open.map(({ id }) => String(id));
    const kept = await keptTotals(context, reader, holder, ids);
    const missing = totals.filter((total) => ids.some((id) => kept.get(id)?.[total.name] === undefined));
    const counted = await countAnew({ context, reader, scope, loadItems }, missing, ids);
    for (const draft of open) {
      const id = String(draft['id']);
      const all = { ...counted.get(id), ...kept.get(id) };
      for (const total of totals) draft[total.name] = valueOf(total, all);
    }
    return false;
  };
}

/** The value of a running total; undefined where it could not be counted. */
export function valueOf({ name: named, total }: KeptTotal, totals: Totals): Wire | undefined {
  const state = totals[named];
  return state === undefined ? undefined : total.value(state);
}

/** The part that one record has in a running total; null where it cannot be said. */
export function partOf({ total, list }: KeptTotal, item: Draft | null, scope: Scope): RunningState | null {
  if (item === null || (item['trashed_at'] ?? null) !== null) return total.empty;
  return total.of({ ...scope, record: { [list]: [item] } });
}

interface Counting {
  readonly context: PlanContext;
  readonly reader: Reader;
  readonly scope: Scope;
  readonly loadItems: LoadItems;
}

/** Records of a list that are in memory at once. */
const AT_ONCE = 500;

/** Running totals of some records, counted from the records that refer to them. */
export async function countAnew(
  counting: Counting,
  totals: readonly KeptTotal[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, Totals>> {
  const found = new Map<string, Record<string, RunningState>>(ids.map((id) => [id, {}]));
  for (const list of Map.groupBy(totals, (total) => total.list).values()) await countList(counting, list, found);
  return found;
}

async function countList(
  { context, reader, scope, loadItems }: Counting,
  totals: readonly KeptTotal[],
  found: ReadonlyMap<string, Record<string, RunningState>>,
): Promise<void> {
  const [first] = totals;
  if (!first || found.size === 0) return;
  const holders = new Set(found.keys());
  for (const known of found.values()) for (const { name: named, total } of totals) known[named] = total.empty;
  const open = new Map(totals.map((total) => [total.name, total]));
  const items = await itemsOf(context, first, reader, [...holders]);
  const load = loadItems(first);
  for (let from = 0; from < items.length; from += AT_ONCE) {
    for (const item of (await load(reader, items.slice(from, from + AT_ONCE), scope)).values())
      for (const { id } of references(item[first.field.id])) if (holders.has(id)) count(id, item);
  }

  function count(holder: string, item: Draft): void {
    const known = found.get(holder);
    if (!known) return;
    for (const [named, kept] of open) {
      const part = partOf(kept, item, scope);
      const before = known[named];
      if (part === null) delete known[named];
      else if (before !== undefined) known[named] = kept.total.plus(before, part);
    }
  }
}

/** The ids of the records that refer to one of these, without trashed ones. */
async function itemsOf(
  context: PlanContext,
  { entity, field }: KeptTotal,
  reader: Reader,
  holders: readonly string[],
): Promise<readonly string[]> {
  const ids = idsOf(context);
  const own = table(entity.id);
  const statement = isManyReferences(field)
    ? sql`SELECT DISTINCT h."id" FROM ${table(childTable(entity.id, field.id))} l JOIN ${own} h ON h."id" = l."record" WHERE l."value" IN (${ids}) AND h."trashed_at" IS NULL`
    : sql`SELECT "id" FROM ${own} WHERE ${name(field.id)} IN (${ids}) AND "trashed_at" IS NULL`;
  return (await reader.all(statement, [reader.dialect.list(holders)])).map(({ id }) => String(id));
}
