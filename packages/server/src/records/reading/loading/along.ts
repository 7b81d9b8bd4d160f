import type { Entity, Field, LinesField, ReferenceField, Wire } from '@ninefold/model';
import { columnOf, fieldReader, storageOf } from '../../../storage/columns/registry.ts';
import { childTable, quoted } from '../../../storage/names.ts';
import type { Row } from '../../../storage/sql-value.ts';
import type { Ground } from '../../context.ts';
import type { Draft } from '../holder.ts';
import type { Tree } from '../tree.ts';
import { references } from './references.ts';

/** What hangs on a record and comes in the statement of its own row `t`, so that nobody has to be asked for it. */
export interface Along {
  /** Names of the tree that need nothing else. */
  readonly names: ReadonlySet<string>;
  /** Columns of the statement. */
  readonly columns: readonly string[];
  /** Puts what they hold into a record that has its own columns. */
  put(row: Row, draft: Draft): void;
}

interface Part {
  readonly name: string;
  readonly columns: readonly string[];
  put(row: Row, draft: Draft): void;
}

/** Functions of a database take no more values than this. */
const MOST_COLUMNS = 90;
/** More than so many fields of one record are a statement of their own. */
const MOST_FIELDS = 3;

export function planAlong(ground: Ground, entity: Entity, tree: Tree): Along {
  const parts = Object.entries(tree).flatMap(([name, branch]) => {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    return field ? (partOf(ground, entity, field, branch) ?? []) : [];
  });
  return {
    names: new Set(parts.map(({ name }) => name)),
    columns: parts.flatMap(({ columns }) => columns),
    put: (row, draft) => {
      for (const part of parts) part.put(row, draft);
    },
  };
}

function partOf(ground: Ground, entity: Entity, field: Field, branch: Tree): Part | null {
  const needed = Object.keys(branch).filter((name) => name !== 'id');
  const kind = storageOf(field)?.kind;
  if (field.type === 'reference' && kind === 'column') return targetPart(ground, field, branch, needed);
  if (kind === 'links' && needed.length === 0) return linksPart(ground, entity, field);
  return field.type === 'lines' && kind === 'lines' ? linesPart(ground, entity, field, branch) : null;
}

/** A few stored fields of the record that a reference leads to. */
function targetPart(
  { model, dialect }: Ground,
  field: ReferenceField,
  branch: Tree,
  needed: readonly string[],
): Part | null {
  const target = model.entities[field.to];
  if (!target || needed.length === 0 || needed.length > MOST_FIELDS) return null;
  const readers = needed.flatMap((name) => {
    const of = Object.hasOwn(target.fields, name) ? target.fields[name] : undefined;
    const read = of === undefined || of.visibleWhen !== null ? null : fieldReader(dialect, of);
    return read === null || Object.keys(branch[name] ?? {}).length > 0 ? [] : [{ name, read }];
  });
  if (readers.length < needed.length) return null;
  const column = (name: string): string => `~${field.id}.${name}`;
  const from = `FROM ${quoted(field.to)} a WHERE a."id" = t.${quoted(field.id)}`;
  return {
    name: field.id,
    columns: needed.map((name) => `(SELECT a.${quoted(name)} ${from}) AS ${quoted(column(name))}`),
    put: (row, draft) => {
      for (const reference of references(draft[field.id]))
        for (const { name, read } of readers) (reference as Draft)[name] = read(row[column(name)] ?? null);
    },
  };
}

function linksPart({ dialect }: Ground, entity: Entity, field: Field): Part {
  const items = dialect.json.list('a."value"', 'a."position"');
  const itemOf = (value: string): Wire => (field.type === 'references' ? { id: value } : value);
  return listPart(entity, field, items, (value) => itemOf(String(value)));
}

function linesPart({ dialect }: Ground, entity: Entity, field: LinesField, branch: Tree): Part | null {
  const inner = Object.values(field.fields).flatMap((of) => {
    const [column, read] = [columnOf(of), fieldReader(dialect, of)];
    return column === null || read === null ? [] : [{ id: of.id, holds: column.holds, read }];
  });
  const isDeep = Object.values(branch).some((below) => Object.keys(below).some((name) => name !== 'id'));
  if (isDeep || inner.length > MOST_COLUMNS) return null;
  const columns = inner.map(({ id, holds }) => ({ sql: `a.${quoted(id)}`, holds }));
  const items = dialect.json.list(dialect.json.row([{ sql: 'a."id"', holds: 'text' }, ...columns]), 'a."position"');
  return listPart(entity, field, items, (item) => {
    const [id, ...values] = item as readonly unknown[];
    const line: Draft = { id: String(id) };
    inner.forEach(({ id: name, holds, read }, at) => {
      line[name] = read(dialect.json.value(holds, values[at] ?? null));
    });
    return line as Wire;
  });
}

function listPart(entity: Entity, field: Field, items: string, itemOf: (item: unknown) => Wire): Part {
  const column = `~${field.id}.`;
  const from = `FROM ${quoted(childTable(entity.id, field.id))} a WHERE a."record" = t."id"`;
  return {
    name: field.id,
    columns: [`(SELECT ${items} ${from}) AS ${quoted(column)}`],
    put: (row, draft) => {
      const text = row[column];
      draft[field.id] = typeof text !== 'string' || text === '[]' ? [] : (JSON.parse(text) as unknown[]).map(itemOf);
    },
  };
}
