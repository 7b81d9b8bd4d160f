import {
  asSeen,
  evaluateWire,
  transitionOfDid,
  type Entity,
  type Field,
  type LinesField,
  type RecordValue,
  type Scope,
  type Wire,
} from '@ninefold/model';
import { columnOf, decodeField, fieldReader, storageOf } from '../../storage/columns/registry.ts';
import type { Reader } from '../../storage/database.ts';
import type { Row, SqlValue } from '../../storage/sql-value.ts';
import type { Dialect } from '../../storage/dialect.ts';
import { childTable, quoted } from '../../storage/names.ts';
import type { Ground } from '../context.ts';
import type { Draft } from './holder.ts';
import { inverseOf } from '../../storage/inverse.ts';
import { treeOfList, type Tree as RecordTree } from '../../storage/trees.ts';
import { didSql } from './load-did.ts';
import { planTreeLoad } from './load-tree.ts';
import { type Tree } from './tree.ts';

/** Loads something of many records at once and puts it into them; true where a reference learned something of its target. */
export type Fill = (reader: Reader, drafts: readonly Draft[], scope: Scope) => Promise<boolean>;

/** How records of one entity are loaded by id with what is needed of them. */
export interface LoadPlan {
  readonly fill: Fill;
  /** The records with these ids, trashed ones too; missing ones are missing. */
  load(reader: Reader, ids: readonly string[], scope: Scope): Promise<ReadonlyMap<string, Draft>>;
}

const SYSTEM_TEXT = ['created_at', 'changed_at', 'trashed_at', 'trashed_with'] as const;
const SYSTEM_USER = ['created_by', 'changed_by'] as const;

/** Plans the loading of a record's own columns that the tree names, and of all that hangs on them. */
export function planLoad(ground: Ground, entity: Entity, tree: Tree, depth = 0): LoadPlan {
  const columns = ['id', ...columnNames(entity, tree)];
  const look = lookup(
    ground,
    (named) => `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(entity.id)} WHERE "id" ${named}`,
  );
  const read = rowReader(ground.dialect, entity, tree);
  const fill = planFill(ground, entity, tree, depth);
  const finish = depth === 0 ? null : planFinish(entity, tree);
  return {
    fill,
    load: async (reader, ids, scope) => {
      if (ids.length === 0) return new Map();
      const rows = await look(reader, ids);
      const drafts = rows.map(read);
      await fill(reader, drafts, scope);
      return new Map(drafts.map((draft) => [String(draft['id']), finish ? finish(draft, scope) : draft]));
    },
  };
}

function columnNames(entity: Entity, tree: Tree): readonly string[] {
  const names = Object.keys(tree).flatMap((name) => {
    const field = entity.fields[name];
    if (field) return columnOf(field) === null ? [] : [name];
    if (name === 'version' || isOneOf(SYSTEM_TEXT, name) || isOneOf(SYSTEM_USER, name)) return [name];
    if (entity.lifecycle === null) return [];
    return name === 'state_final' ? ['state'] : name === 'state' || name === 'state_since' ? [name] : [];
  });
  return [...new Set(names)];
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

/** Puts what a row holds into a draft. */
type Put = (row: Row, draft: Draft) => void;

/** Reads the columns that a row holds, in wire form; references as `{ id }`. Planned once for the names that are wanted. */
export function rowReader(
  dialect: Dialect,
  entity: Entity,
  wanted: Readonly<Record<string, unknown>>,
): (row: Row) => Draft {
  const puts = Object.keys(wanted).flatMap((name) => putOf(dialect, entity, name) ?? []);
  return (row) => {
    const draft: Draft = { id: String(row['id']) };
    for (const put of puts) put(row, draft);
    return draft;
  };
}

function putOf(dialect: Dialect, entity: Entity, name: string): Put | null {
  const field = entity.fields[name];
  const read = field ? fieldReader(dialect, field) : systemReader(entity, name);
  if (read === null) return null;
  const column = name === 'state_final' ? 'state' : name;
  return (row, draft) => {
    draft[name] = read(row[column] ?? null);
  };
}

function systemReader(entity: Entity, name: string): ((value: SqlValue) => Wire) | null {
  if (name === 'version') return Number;
  if (isOneOf(SYSTEM_TEXT, name)) return (value) => value as string | null;
  if (isOneOf(SYSTEM_USER, name)) return (value) => (value === null ? null : { id: String(value) });
  const { lifecycle } = entity;
  if (lifecycle === null) return null;
  if (name === 'state' || name === 'state_since') return String;
  return name === 'state_final' ? (value) => lifecycle.states[String(value)]?.final === true : null;
}

/** Records below the first are seen as expressions see them: live values worked out, hidden fields blank. */
function planFinish(entity: Entity, tree: Tree): ((draft: Draft, scope: Scope) => Draft) | null {
  const fields = Object.values(entity.fields).filter(({ id }) => tree[id] !== undefined);
  const live = fields.filter((field) => field.computed?.live === true);
  if (live.length === 0 && fields.every((field) => field.visibleWhen === null)) return null;
  return (draft, scope) => {
    const inScope: Scope = { ...scope, record: draft };
    for (const field of live) {
      if (field.computed) draft[field.id] = evaluateWire(field.computed.expression, inScope, field) ?? null;
    }
    return asSeen(entity, draft as Draft & RecordValue, inScope);
  };
}

/** Everything a tree needs beyond the columns of the record itself. */
function planFill(ground: Ground, entity: Entity, tree: Tree, depth: number): Fill {
  const fills = Object.entries(tree).flatMap(([name, branch]) => planBranch(ground, entity, name, branch, depth) ?? []);
  return async (reader, drafts, scope) => {
    if (drafts.length === 0) return false;
    // Each puts what it loads at a place of its own: PostgreSQL is asked for all of it at once.
    const learned = await Promise.all(fills.map((fill) => fill(reader, drafts, scope)));
    return learned.includes(true);
  };
}

function planBranch(ground: Ground, entity: Entity, name: string, branch: Tree, depth: number): Fill | null {
  const field = entity.fields[name];
  const kind = field ? storageOf(field)?.kind : null;
  if (field?.type === 'lines' && kind === 'lines') return planLines(ground, entity, field, branch, depth);
  if (field && kind === 'links') return planLinks(ground, entity, field, branch, depth);
  if (field?.type === 'reference') return planTargets(ground, name, field.to, branch, depth);
  if (isOneOf(SYSTEM_USER, name)) return planTargets(ground, name, 'user', branch, depth);
  const tree = field ? null : treeOfList(ground.model, entity.id, name);
  if (tree) return planTreeList(ground, tree, name, branch, depth);
  const transition = field ? null : transitionOfDid(name);
  if (transition !== null) return planDid(ground, entity, name, transition, branch, depth);
  return field ? null : planInverse(ground, entity, name, branch, depth);
}

/** Puts fields of their targets into references; those that already hold them are left alone. */
function planTargets(ground: Ground, name: string, to: string, branch: Tree, depth: number): Fill | null {
  const target = ground.model.entities[to];
  const needed = Object.keys(branch).filter((field) => field !== 'id');
  if (!target || needed.length === 0) return null;
  const plan = planLoad(ground, target, branch, depth + 1);
  return async (reader, drafts, scope) => {
    const open = drafts
      .flatMap((draft) => references(draft[name]))
      .filter((reference) => !needed.every((field) => Object.hasOwn(reference, field)));
    const found = await plan.load(
      reader,
      open.map(({ id }) => id),
      scope,
    );
    for (const reference of open) Object.assign(reference, found.get(reference.id));
    return open.some(({ id }) => found.has(id));
  };
}

type Reference = Draft & { readonly id: string };

function references(value: Wire | undefined): readonly Reference[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.filter(
    (item): item is Reference =>
      typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string',
  );
}

function idsOf({ dialect }: Ground): string {
  return `SELECT "value" FROM ${dialect.items('ids')}`;
}

/** Rows that belong to these ids. */
type Lookup = (reader: Reader, ids: readonly string[]) => Promise<readonly Row[]>;

/** A statement that takes the ids as a list. */
function listed(text: string): Lookup {
  return (reader, ids) => reader.all(text, [reader.dialect.list(ids)]);
}

/** `make` gives a statement for what stands behind the column with the id: one is asked for plainly, which every engine answers soonest. */
function lookup(ground: Ground, make: (named: string) => string): Lookup {
  const one = make('= ?');
  const many = make(`IN (${idsOf(ground)})`);
  return (reader, ids) => {
    const distinct = [...new Set(ids)];
    const [first] = distinct;
    if (distinct.length === 1 && first !== undefined) return reader.all(one, [first]);
    return reader.all(many, [reader.dialect.list(distinct)]);
  };
}

function planLines(ground: Ground, entity: Entity, field: LinesField, branch: Tree, depth: number): Fill {
  const inner = Object.values(field.fields).filter((candidate) => columnOf(candidate) !== null);
  const columns = ['id', 'record', ...inner.map(({ id }) => id)].map(quoted).join(', ');
  const found = lookup(
    ground,
    (named) =>
      `SELECT ${columns} FROM ${quoted(childTable(entity.id, field.id))} WHERE "record" ${named} ORDER BY "record", "position"`,
  );
  const targets = inner.flatMap((candidate) =>
    candidate.type === 'reference'
      ? (planTargets(ground, candidate.id, candidate.to, branch[candidate.id] ?? {}, depth) ?? [])
      : [],
  );
  return async (reader, drafts, scope) => {
    const missing = drafts.filter((draft) => draft[field.id] === undefined);
    const lines = await childRows(
      reader,
      found,
      missing,
      (row): Wire => decodeLine(reader.dialect, inner, row) as Wire,
    );
    for (const draft of missing) draft[field.id] = lines.get(String(draft['id'])) ?? [];
    let learned = false;
    for (const fill of targets) learned = (await fill(reader, linesOf(drafts, field.id), scope)) || learned;
    return learned;
  };
}

function linesOf(drafts: readonly Draft[], field: string): readonly Draft[] {
  return drafts.flatMap((draft) => (Array.isArray(draft[field]) ? (draft[field] as unknown as Draft[]) : []));
}

function decodeLine(dialect: Dialect, fields: readonly Field[], row: Row): Draft {
  const values = fields.map((field) => [field.id, decodeField(dialect, field, row[field.id])]);
  return { id: String(row['id']), ...Object.fromEntries(values) };
}

/** Child rows by the id of the record they belong to. */
async function childRows<T>(
  reader: Reader,
  look: Lookup,
  drafts: readonly Draft[],
  decode: (row: Row) => T,
): Promise<ReadonlyMap<string, T[]>> {
  const found = new Map<string, T[]>();
  if (drafts.length === 0) return found;
  const ids = drafts.map(({ id }) => String(id));
  for (const row of await look(reader, ids)) {
    const owner = String(row['record']);
    const list = found.get(owner);
    if (list) list.push(decode(row));
    else found.set(owner, [decode(row)]);
  }
  return found;
}

function planLinks(ground: Ground, entity: Entity, field: Field, branch: Tree, depth: number): Fill {
  const isReference = field.type === 'references';
  const found = lookup(
    ground,
    (named) =>
      `SELECT "record", "value" FROM ${quoted(childTable(entity.id, field.id))} WHERE "record" ${named} ORDER BY "record", "position"`,
  );
  const targets = isReference ? planTargets(ground, field.id, field.to, branch, depth) : null;
  return async (reader, drafts, scope) => {
    const missing = drafts.filter((draft) => draft[field.id] === undefined);
    const values = await childRows(
      reader,
      found,
      missing,
      (row): Wire => (isReference ? { id: String(row['value']) } : String(row['value'])),
    );
    for (const draft of missing) draft[field.id] = values.get(String(draft['id'])) ?? [];
    return (await targets?.(reader, drafts, scope)) ?? false;
  };
}

/** What stands above or below each record; a list of ancestors that does not begin with the parent is out of date. */
function planTreeList(ground: Ground, tree: RecordTree, name: string, branch: Tree, depth: number): Fill {
  const { text, by } = planTreeLoad(tree, name, idsOf(ground));
  const keyOf = (draft: Draft): string | null => idIn(by === null ? draft['id'] : draft[by]);
  const isCurrent = (draft: Draft): boolean => {
    const [first] = references(draft[name]);
    return draft[name] !== undefined && (by === null || (first?.id ?? null) === keyOf(draft));
  };
  const targets = planTargets(ground, name, tree.entity.id, branch, depth);
  return async (reader, drafts, scope) => {
    const open = drafts.filter((draft) => !isCurrent(draft));
    const starts = open.flatMap((draft) => keyOf(draft) ?? []);
    const found = await childRows(
      reader,
      listed(text),
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

function idIn(value: Wire | undefined): string | null {
  return typeof value === 'string' ? value : (references(value)[0]?.id ?? null);
}

/** Who fired a transition. */
function planDid(ground: Ground, entity: Entity, name: string, transition: string, branch: Tree, depth: number): Fill {
  const text = didSql(entity.id, transition, idsOf(ground));
  return planIds(listed(text), name, planTargets(ground, name, 'user', branch, depth));
}

/** The records that refer to this one, without trashed ones. */
function planInverse(ground: Ground, entity: Entity, name: string, branch: Tree, depth: number): Fill | null {
  const inverse = inverseOf(ground.model, entity.id, name);
  if (!inverse) return null;
  const holder = quoted(inverse.entity.id);
  const found = lookup(ground, (named) =>
    inverse.field.type === 'references'
      ? `SELECT l."value" AS "record", h."id" FROM ${quoted(childTable(inverse.entity.id, inverse.field.id))} l JOIN ${holder} h ON h."id" = l."record" WHERE l."value" ${named} AND h."trashed_at" IS NULL ORDER BY h."id"`
      : `SELECT ${quoted(inverse.field.id)} AS "record", "id" FROM ${holder} WHERE ${quoted(inverse.field.id)} ${named} AND "trashed_at" IS NULL ORDER BY "id"`,
  );
  return planIds(found, name, planTargets(ground, name, inverse.entity.id, branch, depth));
}

/** A list of records that a statement gives as rows `record`, `id`. */
function planIds(look: Lookup, name: string, targets: Fill | null): Fill {
  return async (reader, drafts, scope) => {
    const missing = drafts.filter((draft) => draft[name] === undefined);
    const ids = await childRows(reader, look, missing, (row): Wire => ({ id: String(row['id']) }));
    for (const draft of missing) draft[name] = ids.get(String(draft['id'])) ?? [];
    return (await targets?.(reader, drafts, scope)) ?? false;
  };
}
