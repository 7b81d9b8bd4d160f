import {
  type Entity,
  type Inverse,
  type Field,
  isManyReferences,
  isOneReference,
  type LinesField,
  type PressList,
  type Scope,
  STANDS_FOR,
  TREE_LISTS,
  type Wire,
} from '@ninefold/model';
import { columnOf, decodeField, linksOf } from '../../storage/columns/registry.ts';
import type { Reader } from '../../storage/database/database.ts';
import type { Dialect } from '../../storage/database/dialect.ts';
import { aboveSql, belowSql, type Tree as EntityTree } from '../../storage/relations/trees.ts';
import { deputiesOn } from '../../storage/relations/deputies.ts';
import { ofRecord, ofRecords, type OfRecords } from '../../storage/relations/of-records.ts';
import { pressedPeople } from '../../storage/relations/presses.ts';
import { childTable, literal } from '../../storage/sql/names.ts';
import type { Row, SqlValue } from '../../storage/sql/sql-value.ts';
import { argument, column, fromOne, join, name, raw, sql, table, tableWith, type Sql } from '../../storage/sql/sql.ts';
import type { PlanContext } from '../context/context.ts';
import { type Draft, draftsIn, idIn, references } from './rows.ts';
import type { Tree } from './tree.ts';

/** Loads something of many records at once and puts it into them; true where a reference learned something of its target. */
export type Fill = (reader: Reader, drafts: readonly Draft[], scope: Scope) => Promise<boolean>;

/** How fields of the targets are put into the references that a name of a draft holds; null where nothing is needed of them. */
export type Targets = (name: string, to: string, branch: Tree) => Fill | null;

/** The ids that a statement is given as a list: its argument. */
export function idsOf({ dialect }: PlanContext): Sql {
  return sql`SELECT "value" FROM ${raw(dialect.items('ids'), argument(0))}`;
}

/** Rows that belong to these ids. */
export type Lookup = (reader: Reader, ids: readonly string[]) => Promise<readonly Row[]>;

/** A statement that takes the ids as a list. */
export function listed(statement: Sql): Lookup {
  return (reader, ids) => reader.all(statement, [reader.dialect.list(ids)]);
}

/** Rows `t` of a table by the column of an id, with what stands before `FROM` and behind `WHERE`. */
interface Rows {
  readonly selected: Sql;
  readonly table: string;
  readonly by: 'id' | 'record';
  readonly rest: Sql;
}

/** Finds rows by a key of their table: one is asked for by equality, which every engine answers soonest. */
export function lookupRows(context: PlanContext, { selected, table: name, by, rest }: Rows): Lookup {
  const one = sql`SELECT ${selected} ${fromOne(name, by, argument(0))}${rest}`;
  const many = sql`SELECT ${selected} FROM ${table(name)} t WHERE ${column('t', by)} IN (${idsOf(context)})${rest}`;
  return byCount(one, many);
}

/** `make` gives a statement for rows whose column `by` refers to the records that it is asked for. */
function lookup(context: PlanContext, make: (of: OfRecords) => Sql, by?: string): Lookup {
  return byCount(make(ofRecord(argument(0), by)), make(ofRecords(idsOf(context), by)));
}

/** `more`: what both statements take beside the ids. */
function byCount(one: Sql, many: Sql, more: readonly SqlValue[] = []): Lookup {
  return (reader, ids) => {
    const distinct = [...new Set(ids)];
    const [first] = distinct;
    if (distinct.length === 1 && first !== undefined) return reader.all(one, [first, ...more]);
    return reader.all(many, [reader.dialect.list(distinct), ...more]);
  };
}

/** Child rows by the id of the record they belong to; a new record, which has no id yet, has none. */
export async function childRows<T>(
  reader: Reader,
  look: Lookup,
  drafts: readonly Draft[],
  decode: (row: Row) => T,
): Promise<ReadonlyMap<string, T[]>> {
  const found = new Map<string, T[]>();
  const ids = drafts.flatMap(({ id }) => (typeof id === 'string' && id !== '' ? [id] : []));
  if (ids.length === 0) return found;
  for (const row of await look(reader, ids)) {
    const owner = String(row['record']);
    const list = found.get(owner);
    if (list) list.push(decode(row));
    else found.set(owner, [decode(row)]);
  }
  return found;
}

/** The order of the rows of a list or of lines; a space stands before it. */
export const IN_ORDER = sql` ORDER BY "record", "position"`;

/** The list of a field whose values stand in rows of their own. */
export function planLinks(context: PlanContext, entity: Entity, field: Field, targets: Fill | null): Fill {
  const found = lookupRows(context, {
    selected: sql`"record", "value"`,
    table: childTable(entity.id, field.id),
    by: 'record',
    rest: IN_ORDER,
  });
  return async (reader, drafts, scope) => {
    const missing = drafts.filter((draft) => draft[field.id] === undefined);
    const values = await childRows(
      reader,
      found,
      missing,
      (row): Wire => linksOf(field)?.decode(String(row['value'])) ?? null,
    );
    for (const draft of missing) draft[field.id] = values.get(String(draft['id'])) ?? [];
    return (await targets?.(reader, drafts, scope)) ?? false;
  };
}

/** What stands above or below each record; a list of ancestors that does not begin with the parent is out of date. */
export function planTreeList(context: PlanContext, tree: EntityTree, name: string, targets: Fill | null): Fill {
  const { statement, by } = planTreeLoad(tree, name, idsOf(context));
  const keyOf = (draft: Draft): string | null => idIn(by === null ? draft['id'] : draft[by]);
  const isCurrent = (draft: Draft): boolean => {
    const [first] = references(draft[name]);
    return draft[name] !== undefined && (by === null || (first?.id ?? null) === keyOf(draft));
  };
  return async (reader, drafts, scope) => {
    const open = drafts.filter((draft) => !isCurrent(draft));
    const starts = open.flatMap((draft) => keyOf(draft) ?? []);
    const found = await childRows(
      reader,
      listed(statement),
      starts.map((id) => ({ id })),
      (row): Wire => ({ id: String(row['id']) }),
    );
    for (const draft of open) draft[name] = withParent(by, keyOf(draft), found);
    return (await targets?.(reader, drafts, scope)) ?? false;
  };
}

function withParent(by: string | null, key: string | null, found: ReadonlyMap<string, Wire[]>): Wire {
  if (key === null) return [];
  return [...(by === null ? [] : [{ id: key }]), ...(found.get(key) ?? [])];
}

/** Who fired a transition. */
export function planDid(
  context: PlanContext,
  entity: Entity,
  { name, transition, targets }: { readonly name: string; readonly transition: string; readonly targets: Fill | null },
): Fill {
  return planIds(
    lookup(context, (of) => didSql(entity.id, transition, of)),
    name,
    targets,
  );
}

/** Who has pressed a transition that needs approvals. */
export function planPresses(
  context: PlanContext,
  entity: Entity,
  { name, presses, targets }: { readonly name: string; readonly presses: PressList; readonly targets: Fill | null },
): Fill {
  const found = lookup(context, (of) => {
    const rows = pressedPeople(entity, presses, of);
    return sql`SELECT "record", "id" FROM (${rows}) AS "pressed" ORDER BY "record", "first", "event"`;
  });
  return planIds(found, name, targets);
}

/** Whose deputy each user is on the day of the scope, in the order in which they were named. */
export function planStandsFor(context: PlanContext, targets: Fill | null): Fill {
  const standing = ({ condition }: OfRecords): Sql =>
    sql`SELECT "deputy" AS "record", "person" AS "id" FROM (${deputiesOn(argument(1), condition)}) AS "standing" GROUP BY "deputy", "person" ORDER BY "deputy", min("id")`;
  const [one, many] = [standing(ofRecord(argument(0), 'deputy')), standing(ofRecords(idsOf(context), 'deputy'))];
  return (reader, drafts, scope) =>
    fillIds({ look: byCount(one, many, [scope.today]), name: STANDS_FOR, targets }, reader, drafts, scope);
}

/** The records that refer to this one, without trashed ones. */
export function planInverse(context: PlanContext, inverse: Inverse, list: string, targets: Fill | null): Fill {
  const { entity, field } = inverse;
  const linked = ({ condition, only }: OfRecords): Sql => {
    const links = sql`SELECT "record", "value" FROM ${tableWith(childTable(entity.id, field.id), only)} WHERE ${condition}`;
    return sql`SELECT l."value" AS "record", h."id" FROM (${links}) l JOIN ${table(entity.id)} h ON h."id" = l."record" WHERE h."trashed_at" IS NULL ORDER BY h."id"`;
  };
  const referring = ({ condition, only }: OfRecords): Sql =>
    sql`SELECT ${name(field.id)} AS "record", "id" FROM ${tableWith(entity.id, only)} WHERE ${condition} AND "trashed_at" IS NULL ORDER BY "id"`;
  const found = isManyReferences(field) ? lookup(context, linked, 'value') : lookup(context, referring, field.id);
  return planIds(found, list, targets);
}

/** A list of records that a statement gives as rows `record`, `id`. */
function planIds(look: Lookup, name: string, targets: Fill | null): Fill {
  const list = { look, name, targets };
  return (reader, drafts, scope) => fillIds(list, reader, drafts, scope);
}

interface IdList {
  readonly look: Lookup;
  readonly name: string;
  readonly targets: Fill | null;
}

async function fillIds(
  { look, name, targets }: IdList,
  ...[reader, drafts, scope]: Parameters<Fill>
): Promise<boolean> {
  const missing = drafts.filter((draft) => draft[name] === undefined);
  const ids = await childRows(reader, look, missing, (row): Wire => ({ id: String(row['id']) }));
  for (const draft of missing) draft[name] = ids.get(String(draft['id'])) ?? [];
  return (await targets?.(reader, drafts, scope)) ?? false;
}

/** Gives `record`, one of the given, and the `id` of each who fired the transition, the first to do so first. */
function didSql(entity: string, transition: string, of: OfRecords): Sql {
  const history = tableWith('_history', [...of.only, { column: 'transition', among: [transition] }]);
  const fired = sql`SELECT "record", "by" AS "id", min("version") AS "first", min("id") AS "event" FROM ${history} WHERE "entity" = ${raw(literal(entity))} AND "transition" = ${raw(literal(transition))} AND "kind" NOT IN ('press', 'withdraw', 'refuse') AND "by" IS NOT NULL AND ${of.condition} GROUP BY "record", "by"`;
  return sql`SELECT "record", "id" FROM (${fired}) AS "fired" ORDER BY "record", "first", "event"`;
}

interface TreeLoad {
  /** Takes a list of ids; gives `record`, one of them, and the `id` of each record above or below it, in order. */
  readonly statement: Sql;
  /** The field of a record by whose id its list is found; null where it is the record's own. */
  readonly by: string | null;
}

/** How the list of a tree is loaded. Ancestors are those of the parent and itself, which a write may just have changed. */
function planTreeLoad(tree: EntityTree, list: string, ids: Sql): TreeLoad {
  const rows = (levels: Sql): Sql =>
    sql`SELECT "start" AS "record", "id" FROM (${levels}) AS "levels" ORDER BY "start", "depth", "id"`;
  if (list === TREE_LISTS.descendants)
    return { statement: rows(belowSql(tree, sql`s.${name(tree.parent)} IN (${ids})`)), by: null };
  return { statement: rows(aboveSql(tree, sql`s."id" IN (${ids})`)), by: tree.parent };
}

/** The lines of a record, in their order, with what is needed of the records they refer to. */
export function planLines(
  context: PlanContext,
  entity: Entity,
  { field, branch, targets }: { readonly field: LinesField; readonly branch: Tree; readonly targets: Targets },
): Fill {
  const inner = Object.values(field.fields).filter((candidate) => columnOf(candidate) !== null);
  const columns = ['id', 'record', ...inner.map(({ id }) => id)].map(name);
  const found = lookupRows(context, {
    selected: join(columns, ', '),
    table: childTable(entity.id, field.id),
    by: 'record',
    rest: IN_ORDER,
  });
  const fills = inner.flatMap((candidate) =>
    isOneReference(candidate) ? (targets(candidate.id, candidate.to, branch[candidate.id] ?? {}) ?? []) : [],
  );
  return async (reader, drafts, scope) => {
    const missing = drafts.filter((draft) => draft[field.id] === undefined);
    const lines = await childRows(reader, found, missing, (row): Wire => decodeLine(reader.dialect, inner, row));
    for (const draft of missing) draft[field.id] = lines.get(String(draft['id'])) ?? [];
    let learned = false;
    for (const fill of fills) learned = (await fill(reader, linesOf(drafts, field.id), scope)) || learned;
    return learned;
  };
}

function linesOf(drafts: readonly Draft[], field: string): readonly Draft[] {
  return drafts.flatMap((draft) => draftsIn(draft[field]));
}

function decodeLine(dialect: Dialect, fields: readonly Field[], row: Row): Draft {
  const values = fields.map((field) => [field.id, decodeField(dialect, field, row[field.id])]);
  return { id: String(row['id']), ...Object.fromEntries(values) };
}
