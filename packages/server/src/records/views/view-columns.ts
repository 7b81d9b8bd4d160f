import {
  type Entity,
  type Field,
  isLineReference,
  isOneReference,
  type Rights,
  transitionOfDid,
} from '@ninefold/model';
import { columnOf, storageOf } from '../../storage/columns/registry.ts';
import {
  asText,
  asTextOrEmpty,
  asTruth,
  column,
  join,
  resultColumn,
  type ResultColumn,
  type Sql,
} from '../../storage/sql/sql.ts';
import type { PlanContext } from '../context/context.ts';
import { childTable } from '../../storage/sql/names.ts';
import type { Tree } from '../loading/tree.ts';
import { granted } from './conditions.ts';
import type { FieldAccess } from './field-access.ts';
import { lineTitle, linesNamed } from './line-titles.ts';
import { readableTitle, shownTitle } from './titles.ts';

/** What the statement of a view selects of the row `t`, beside the columns of its table. */
export interface ViewColumns {
  /** All of them, with the columns of the table. */
  readonly selected: Sql;
  readonly title: ResultColumn<string>;
  /** Titles of the records that references lead to, by field; null where the reader may not see one. */
  readonly titles: ReadonlyMap<string, ResultColumn<string | null>>;
  /** Whether the reader may see the history of the record; null where no part of the answer asks. */
  readonly history: ResultColumn<boolean> | null;
  /** The conditions of `FieldAccess`, in its order. */
  readonly flags: readonly ResultColumn<boolean>[];
}

export const SYSTEM_COLUMNS = ['version', 'created_at', 'created_by', 'changed_at', 'changed_by'] as const;

/** What of an entity one set of roles reads. */
interface Readable {
  readonly entity: Entity;
  readonly rights: Rights;
  readonly access: FieldAccess;
  readonly fields: readonly Field[];
  /** Names of `extraReads`. */
  readonly beside: readonly string[];
  readonly tree: Tree;
}

export function planViewColumns(context: PlanContext, readable: Readable): ViewColumns {
  const { entity, rights, access, fields, beside, tree } = readable;
  const own = Object.keys(tree).filter((name) => entity.fields[name] && columnOf(entity.fields[name]) !== null);
  const state = entity.lifecycle ? ['state', 'state_since'] : [];
  const stored = ['id', ...SYSTEM_COLUMNS, 'trashed_at', ...state, ...own].map((name) => column('t', name));
  const title = resultColumn('title', shownTitle(context, entity, 't', rights), asTextOrEmpty);
  const titles = titleColumns(context, rights, fields);
  const asksHistory = beside.some((name) => transitionOfDid(name) !== null);
  const history = asksHistory
    ? resultColumn('history', granted(context, rights, { entity, verbs: ['history'], alias: 't' }), asTruth)
    : null;
  const flags = access.flags.map((flag, index) => resultColumn(`flag${String(index)}`, flag, asTruth));
  const added = [title, ...titles.values(), ...(history === null ? [] : [history]), ...flags];
  return {
    selected: join([...stored, ...added.map(({ selected }) => selected)], ', '),
    ...{ title, titles, history, flags },
  };
}

function titleColumns(context: PlanContext, rights: Rights, fields: readonly Field[]): ViewColumns['titles'] {
  const references = fields.flatMap((field) => {
    if (storageOf(field) === null) return [];
    if (isLineReference(field)) return [[field.id, childTable(field.to, field.toLines)] as const];
    return isOneReference(field) ? [[field.id, field.to] as const] : [];
  });
  const all = [...references, ['created_by', 'user'] as const, ['changed_by', 'user'] as const];
  return new Map(
    all.map(([name, to], index) => {
      const id = column('t', name);
      const isLine = linesNamed(context, to) !== null;
      const title = isLine ? lineTitle(context, rights, to, id) : readableTitle(context, rights, { to, id });
      return [name, resultColumn(`title${String(index)}`, title, asText)];
    }),
  );
}
