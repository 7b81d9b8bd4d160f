import {
  asSeen,
  evaluateWire,
  transitionOfDid,
  type Entity,
  type Field,
  type RecordValue,
  type Scope,
} from '@ninefold/model';
import { storageOf } from '../../storage/columns/registry.ts';
import type { Reader } from '../../storage/database.ts';
import { inverseOf } from '../../storage/inverse.ts';
import { quoted } from '../../storage/names.ts';
import { treeOfList } from '../../storage/trees.ts';
import type { Ground } from '../context.ts';
import type { Draft } from './holder.ts';
import { planLines } from './loading/lines.ts';
import { planDid, planInverse, planLinks, planTreeList } from './loading/lists.ts';
import { lookup, type Fill, type Targets } from './loading/lookup.ts';
import { references } from './loading/references.ts';
import { columnNames, isSystemUser, rowReader } from './loading/rows.ts';
import type { Tree } from './tree.ts';

/** How records of one entity are loaded by id with what is needed of them. */
export interface LoadPlan {
  readonly fill: Fill;
  /** Nothing hangs on the record that would be filled in. */
  readonly isFlat: boolean;
  /** The records with these ids, trashed ones too; missing ones are missing. */
  load(reader: Reader, ids: readonly string[], scope: Scope): Promise<ReadonlyMap<string, Draft>>;
}

/** Plans the loading of a record's own columns that the tree names, and of all that hangs on them. */
export function planLoad(ground: Ground, entity: Entity, tree: Tree, depth = 0): LoadPlan {
  const columns = ['id', ...columnNames(entity, tree)];
  const look = lookup(
    ground,
    (named) => `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(entity.id)} WHERE "id" ${named}`,
  );
  const read = rowReader(ground.dialect, entity, tree);
  const fills = planFills(ground, entity, tree, depth);
  const fill = fillAll(fills);
  const finish = depth === 0 ? null : planFinish(entity, tree);
  return {
    fill,
    isFlat: fills.length === 0,
    load: async (reader, ids, scope) => {
      if (ids.length === 0) return new Map();
      const rows = await look(reader, ids);
      const drafts = rows.map(read);
      await fill(reader, drafts, scope);
      return new Map(drafts.map((draft) => [String(draft['id']), finish ? finish(draft, scope) : draft]));
    },
  };
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
function planFills(ground: Ground, entity: Entity, tree: Tree, depth: number): readonly Fill[] {
  return Object.entries(tree).flatMap(([name, branch]) => planBranch(ground, entity, name, branch, depth) ?? []);
}

function fillAll(fills: readonly Fill[]): Fill {
  return async (reader, drafts, scope) => {
    if (drafts.length === 0 || fills.length === 0) return false;
    // Each puts what it loads at a place of its own: PostgreSQL is asked for all of it at once.
    const learned = await Promise.all(fills.map((fill) => fill(reader, drafts, scope)));
    return learned.includes(true);
  };
}

function planBranch(ground: Ground, entity: Entity, name: string, branch: Tree, depth: number): Fill | null {
  const targets: Targets = (of, to, needed) => planTargets(ground, of, to, needed, depth);
  const field = entity.fields[name];
  if (field) return planField(ground, entity, field, branch, targets);
  if (isSystemUser(name)) return targets(name, 'user', branch);
  const tree = treeOfList(ground.model, entity.id, name);
  if (tree) return planTreeList(ground, tree, name, targets(name, tree.entity.id, branch));
  const transition = transitionOfDid(name);
  if (transition !== null) return planDid(ground, entity, name, transition, targets(name, 'user', branch));
  const inverse = inverseOf(ground.model, entity.id, name);
  return inverse && planInverse(ground, inverse, name, targets(name, inverse.entity.id, branch));
}

function planField(ground: Ground, entity: Entity, field: Field, branch: Tree, targets: Targets): Fill | null {
  const kind = storageOf(field)?.kind;
  if (field.type === 'lines' && kind === 'lines') return planLines(ground, entity, field, branch, targets);
  if (kind === 'links')
    return planLinks(ground, entity, field, field.type === 'references' ? targets(field.id, field.to, branch) : null);
  return field.type === 'reference' ? targets(field.id, field.to, branch) : null;
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
