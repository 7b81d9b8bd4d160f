import {
  canEver,
  type Entity,
  type Field,
  isLines,
  isManyReferences,
  isOneNamed,
  memoized,
  type Model,
  type Rights,
  type Scope,
  stepInPath,
  stepsOf,
  transitionOfDid,
  STATE_FIELDS,
} from '@ninefold/model';
import type { PlanContext } from '../context/context.ts';
import type { Reader } from '../../storage/database/database.ts';
import type { Row } from '../../storage/sql/sql-value.ts';
import { argument, join, raw, sql, valuesOf, type Sql } from '../../storage/sql/sql.ts';
import { fieldAccess, rowsNaming, type FieldAccess } from './field-access.ts';
import { type Draft, planInlined, rowReader } from '../loading/rows.ts';
import { planAnswer, rawRows } from './answer.ts';
import { planLoad } from '../loading/load.ts';
import { rangesOf, type Ranges } from './ranges.ts';
import { granted } from './conditions.ts';
import { lineTitle, linesNamed } from './line-titles.ts';
import { readableTitle } from './titles.ts';
import { planViewColumns, SYSTEM_COLUMNS } from './view-columns.ts';
import { extraReads } from './extra-reads.ts';
import { dependencies, treeOf, type Tree } from '../loading/tree.ts';

/** How one set of roles sees the records of an entity; planned once. */
export interface View {
  readonly entity: Entity;
  readonly rights: Rights;
  readonly access: FieldAccess;
  /** What a statement selects of the row `t`. */
  readonly columns: Sql;
  /** Lists of who fired a transition, and `trashed_at`, where an expression reads them: whoever judges the record needs them. */
  readonly beside: readonly string[];
  /** The rows that may be read at all. */
  readonly rows: Sql;
  /** Those of them that the key of the entity may name. */
  readonly named: Sql;
  /** The rows kind by kind, where that finds them sooner. */
  readonly ranges: Ranges | null;
  /** The record as expressions see it, with what hangs on it. */
  raw(reader: Reader, rows: readonly Row[], scope: Scope): Promise<readonly Draft[]>;
  /** A record as the API answers it, from what was loaded of it and its row. */
  readonly answer: (raw: Draft, row: Row, scope: Scope) => Draft;
  /** The row is all that is asked for: nothing hangs on it. */
  readonly isFlat: boolean;
  /** Titles of lines' and links' references, by entity. */
  readonly titles: TitleLookup;
}

/** Titles that this reader may see, of records of one entity. */
export type TitleLookup = (
  reader: Reader,
  entity: string,
  ids: readonly string[],
  scope: Scope,
) => Promise<ReadonlyMap<string, string>>;

export function planView(context: PlanContext, entity: Entity, rights: Rights): View {
  const access = fieldAccess(context, entity, rights, { alias: 't', verb: 'read' });
  const readable = Object.values(entity.fields).filter(({ id }) => access.fields.get(id) !== 'never');
  const beside = extraReads(context.model, entity.id).filter(
    (name) => transitionOfDid(name) === null || canEver(rights, entity.id, 'history'),
  );
  const tree = neededTree(context.model, entity, readable, beside);
  const inlined = planInlined(context, entity, tree);
  const rest = Object.fromEntries(Object.entries(tree).filter(([name]) => !inlined.names.has(name)));
  const { fill, isFlat } = planLoad(context, entity, rest);
  const read = rowReader(context.dialect, entity, tree);
  const columns = planViewColumns(context, { entity, rights, access, fields: readable, beside, tree });
  const rows = granted(context, rights, { entity, verbs: ['read'], alias: 't' });
  return {
    entity,
    rights,
    access,
    beside,
    columns: join([columns.selected, ...inlined.columns], ', '),
    rows,
    named: rowsNaming(context, entity, rights, 't'),
    ranges: rangesOf(context, rights, entity, rows),
    raw: rawRows(read, inlined, fill),
    isFlat: isFlat && !readable.some(isListOfReferences), // whose titles are looked up
    answer: planAnswer(entity, access, columns, beside),
    titles: titleLookup(context, rights),
  };
}

/** Whether items of a list refer to records. */
function isListOfReferences(field: Field): boolean {
  if (isLines(field)) return Object.values(field.fields).some(isOneNamed);
  return isManyReferences(field);
}

/** What decides over fields being shown and over live values, and over that in turn. */
function decidingPaths({ fields }: Entity, readable: readonly Field[]): readonly string[] {
  const [found, open] = [new Set<string>(), [...readable]];
  for (let field = open.pop(); field !== undefined; field = open.pop())
    for (const path of dependencies(field)) {
      const [name = ''] = stepsOf(path);
      const read = found.has(path) || !Object.hasOwn(fields, name) ? undefined : fields[name];
      if (read !== undefined) open.push(read);
      found.add(path);
    }
  return [...found];
}

/** Readable fields, and whatever decides over their being shown or their live values. */
function neededTree(model: Model, entity: Entity, readable: readonly Field[], beside: readonly string[]): Tree {
  const deciding = decidingPaths(entity, readable);
  const state = entity.lifecycle ? STATE_FIELDS : [];
  return treeOf(model, entity, [
    ...SYSTEM_COLUMNS,
    ...state,
    'trashed_at',
    ...readable.map(({ id }) => stepInPath(id)),
    ...beside,
    ...deciding,
  ]);
}

/** Statements are planned once per entity. */
function titleLookup(context: PlanContext, rights: Rights): TitleLookup {
  const planned = memoized((entity: string): Sql => {
    const id = raw('j."value"');
    const isLine = linesNamed(context, entity) !== null;
    const title = isLine ? lineTitle(context, rights, entity, id) : readableTitle(context, rights, { to: entity, id });
    return sql`SELECT j."value" AS id, ${title} AS title FROM ${raw(context.dialect.items('j'), argument(0))}`;
  });
  return async (reader, entity, ids, scope) => {
    if (ids.length === 0) return new Map();
    const statement = planned(entity);
    const rows = await reader.all(statement, valuesOf(statement, scope, [reader.dialect.list([...new Set(ids)])]));
    return new Map(
      rows.flatMap(({ id, title: text }) => (typeof text === 'string' ? [[String(id), text] as const] : [])),
    );
  };
}
