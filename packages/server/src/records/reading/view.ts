import {
  canEver,
  transitionOfDid,
  type Entity,
  type Field,
  type Model,
  type Rights,
  type Scope,
} from '@ninefold/model';
import type { Ground } from '../context.ts';
import { columnOf, storageOf } from '../../storage/columns/registry.ts';
import type { Reader } from '../../storage/database.ts';
import type { Row } from '../../storage/sql-value.ts';
import { quoted } from '../../storage/names.ts';
import { fieldAccess, type FieldAccess } from './field-access.ts';
import type { Draft } from './holder.ts';
import { planAnswer } from './plan-answer.ts';
import { planAlong } from './loading/along.ts';
import { planLoad } from './load.ts';
import { rowReader } from './loading/rows.ts';
import { rangesOf, type Ranges } from './ranges.ts';
import { granted, join, sql, wrap, type Sql } from './sql.ts';
import { readableTitle, titleText } from './titles.ts';
import { askedBeside } from './asked-beside.ts';
import { treeOf, type Tree } from './tree.ts';

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
  /** The same kind by kind, where that finds them sooner. */
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

const SYSTEM = ['version', 'created_at', 'created_by', 'changed_at', 'changed_by'] as const;

export function planView(ground: Ground, entity: Entity, rights: Rights): View {
  const access = fieldAccess(ground, entity, rights, 't');
  const readable = Object.values(entity.fields).filter(({ id }) => access.fields.get(id) !== 'never');
  const beside = askedBeside(ground.model, entity.id).filter(
    (name) => transitionOfDid(name) === null || canEver(rights, entity.id, 'history'),
  );
  const tree = neededTree(ground.model, entity, readable, beside);
  const along = planAlong(ground, entity, tree);
  const rest = Object.fromEntries(Object.entries(tree).filter(([name]) => !along.names.has(name)));
  const { fill, isFlat } = planLoad(ground, entity, rest);
  const read = rowReader(ground.dialect, entity, tree);
  const rows = granted(ground, rights, entity, ['read'], 't');
  return {
    entity,
    rights,
    access,
    beside,
    columns: join(
      [
        columnsOf(ground, entity, rights, access, readable, beside, tree),
        ...along.columns.map((column) => sql(column)),
      ],
      ', ',
    ),
    rows,
    ranges: rangesOf(ground, rights, entity, rows),
    raw: async (reader, rows, scope) => {
      const drafts = rows.map((row) => {
        const draft = read(row);
        along.put(row, draft);
        return draft;
      });
      await fill(reader, drafts, scope);
      return drafts;
    },
    isFlat: isFlat && !readable.some(isListOfReferences), // whose titles are looked up
    answer: planAnswer(entity, access, beside),
    titles: titleLookup(ground, rights),
  };
}

/** Whether items of a list refer to records. */
function isListOfReferences(field: Field): boolean {
  if (field.type === 'lines') return Object.values(field.fields).some(({ type }) => type === 'reference');
  return field.type === 'references';
}

/** Readable fields, and whatever decides over their being shown or their live values. */
function neededTree(model: Model, entity: Entity, readable: readonly Field[], beside: readonly string[]): Tree {
  const deciding = readable
    .flatMap((field) => [field.visibleWhen, field.computed?.live === true ? field.computed.expression : null])
    .flatMap((expression) => expression?.reads ?? [])
    .filter((path) => path.startsWith('record.'))
    .map((path) => path.slice('record.'.length));
  const state = entity.lifecycle ? ['state', 'state_since', 'state_final'] : [];
  return treeOf(model, entity, [
    ...SYSTEM,
    ...state,
    'trashed_at',
    ...readable.map(({ id }) => id),
    ...beside,
    ...deciding,
  ]);
}

function columnsOf(
  ground: Ground,
  entity: Entity,
  rights: Rights,
  access: FieldAccess,
  readable: readonly Field[],
  beside: readonly string[],
  tree: Tree,
): Sql {
  const own = Object.keys(tree).filter((name) => entity.fields[name] && columnOf(entity.fields[name]) !== null);
  const system = ['id', ...SYSTEM, 'trashed_at', ...(entity.lifecycle ? ['state', 'state_since'] : [])];
  const columns = [...system, ...own].map((name) => `t.${quoted(name)}`).join(', ');
  const parts = [
    sql(columns),
    wrap('', titleText(ground, entity, 't'), ' AS "~title"'),
    ...readable.flatMap((field) =>
      field.type === 'reference' && storageOf(field) !== null ? [titleColumn(ground, rights, field.id, field.to)] : [],
    ),
    titleColumn(ground, rights, 'created_by', 'user'),
    titleColumn(ground, rights, 'changed_by', 'user'),
    ...(beside.some((name) => transitionOfDid(name) !== null)
      ? [wrap('(', granted(ground, rights, entity, ['history'], 't'), ') AS "~history"')]
      : []),
    ...access.flags.map((flag, index) => wrap('(', flag, `) AS "~${index}"`)),
  ];
  return join(parts, ', ');
}

function titleColumn(ground: Ground, rights: Rights, name: string, to: string): Sql {
  return wrap('', readableTitle(ground, rights, to, `t.${quoted(name)}`), ` AS ${quoted(`~${name}`)}`);
}

/** Statements are planned once per entity. */
function titleLookup(ground: Ground, rights: Rights): TitleLookup {
  const planned = new Map<string, Sql>();
  return async (reader, entity, ids, scope) => {
    if (ids.length === 0) return new Map();
    const title = planned.get(entity) ?? readableTitle(ground, rights, entity, 'j."value"');
    planned.set(entity, title);
    const list = reader.dialect.list([...new Set(ids)]);
    const rows = await reader.all(`SELECT j."value" AS id, ${title.text} AS title FROM ${ground.dialect.items('j')}`, [
      ...title.values(scope),
      list,
    ]);
    return new Map(
      rows.flatMap(({ id, title: text }) => (typeof text === 'string' ? [[String(id), text] as const] : [])),
    );
  };
}
