import {
  type Entity,
  type Field,
  innerFields,
  isLines,
  isManyReferences,
  isOneReference,
  lookAt,
  pressesOf,
  type Scope,
  STANDS_FOR,
  stepInPath,
  transitionOfDid,
  memoized,
  memoizedWeakly,
} from '@ninefold/model';
import { storageOf } from '../../storage/columns/registry.ts';
import type { Reader } from '../../storage/database/database.ts';
import { inverseOf } from '../../storage/relations/inverse.ts';
import { join, name, raw } from '../../storage/sql/sql.ts';
import { treeOfList } from '../../storage/relations/trees.ts';
import type { PlanContext } from '../context/context.ts';
import { type Draft, references, columnNames, isSystemUser, rowReader } from './rows.ts';
import {
  lookupRows,
  planDid,
  planInverse,
  planLines,
  planLinks,
  planPresses,
  planStandsFor,
  planTreeList,
  type Fill,
  type Targets,
} from './lists.ts';
import { totalNamed, totalsOf, type KeptTotal } from './kept-totals.ts';
import { planTotals, type LoadItems } from './total-rows.ts';
import { treeOf, type Tree } from './tree.ts';

/** How records of one entity are loaded by id with what is needed of them. */
export interface LoadPlan {
  readonly fill: Fill;
  /** Nothing hangs on the record that would be filled in. */
  readonly isFlat: boolean;
  /** The records with these ids, trashed ones too; missing ones are missing. */
  load(reader: Reader, ids: readonly string[], scope: Scope): Promise<ReadonlyMap<string, Draft>>;
}

/** Plans the loading of a record's own columns that the tree names, and of all that hangs on them. */
export function planLoad(context: PlanContext, entity: Entity, tree: Tree, depth = 0): LoadPlan {
  const columns = ['id', ...columnNames(entity, tree)];
  const selected = join(columns.map(name), ', ');
  const look = lookupRows(context, { selected, table: entity.id, by: 'id', rest: raw('') });
  const read = rowReader(context.dialect, entity, tree);
  const fills = planFills(context, entity, tree, depth);
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

/** Records below the first are seen as expressions see them: live values worked out, hidden fields blank. None of them is being made. */
function planFinish(entity: Entity, tree: Tree): ((draft: Draft, scope: Scope) => Draft) | null {
  const fields = Object.values(entity.fields).filter(({ id }) => tree[id] !== undefined);
  const isPlain = (field: Field): boolean => field.visibleWhen === null && field.computed?.live !== true;
  if (fields.every((field) => isPlain(field) && Object.values(innerFields(field)).every(isPlain))) return null;
  const known = new Set(fields);
  return (draft, scope) => lookAt(entity, draft, { ...scope, creating: false }, (field) => known.has(field)).seen;
}

/** Everything a tree needs beyond the columns of the record itself. */
function planFills(context: PlanContext, entity: Entity, tree: Tree, depth: number): readonly Fill[] {
  const totals = Object.keys(tree).flatMap((name) => totalNamed(context.model, entity.id, name) ?? []);
  const others = Object.entries(tree).flatMap(
    ([name, branch]) => planBranch(context, entity, { name, branch, depth }) ?? [],
  );
  return isSome(totals) ? [...others, planTotals(context, totals, itemsLoader(context))] : others;
}

function isSome<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}

/** How the records of lists are loaded to count running totals. */
export const itemsLoader: (context: PlanContext) => LoadItems = memoizedWeakly((context) => {
  const plans = memoized((place: string) => {
    const [holder = '', list = ''] = place.split(' ');
    const totals = totalsOf(context.model, holder).filter((total) => total.list === list);
    const [first] = totals;
    return first ? planItems(context, first, totals) : null;
  });
  return ({ holder, list }) => plans(`${holder} ${list}`)?.load ?? (async () => new Map());
});

function planItems(context: PlanContext, { entity, field }: KeptTotal, totals: readonly KeptTotal[]): LoadPlan {
  const paths = [stepInPath(field.id), ...totals.flatMap(({ reads }) => reads)];
  return planLoad(context, entity, treeOf(context.model, entity, paths));
}

function fillAll(fills: readonly Fill[]): Fill {
  return async (reader, drafts, scope) => {
    if (drafts.length === 0 || fills.length === 0) return false;
    // Each puts what it loads at a place of its own: PostgreSQL is asked for all of it at once.
    const learned = await Promise.all(fills.map((fill) => fill(reader, drafts, scope)));
    return learned.includes(true);
  };
}

function planBranch(
  context: PlanContext,
  entity: Entity,
  { name, branch, depth }: { readonly name: string; readonly branch: Tree; readonly depth: number },
): Fill | null {
  const targets: Targets = (of, to, needed) => planTargets(context, of, { to, branch: needed, depth });
  const field = entity.fields[name];
  if (field) return planField(context, entity, { field, branch, targets });
  if (isSystemUser(name)) return targets(name, 'user', branch);
  const tree = treeOfList(context.model, entity.id, name);
  if (tree) return planTreeList(context, tree, name, targets(name, tree.entity.id, branch));
  const transition = transitionOfDid(name);
  if (transition !== null)
    return planDid(context, entity, { name, transition, targets: targets(name, 'user', branch) });
  const presses = pressesOf(name);
  if (name === STANDS_FOR && entity.id === 'user') return planStandsFor(context, targets(name, 'user', branch));
  if (presses !== null) return planPresses(context, entity, { name, presses, targets: targets(name, 'user', branch) });
  const inverse = inverseOf(context.model, entity.id, name);
  return inverse && planInverse(context, inverse, name, targets(name, inverse.entity.id, branch));
}

function planField(
  context: PlanContext,
  entity: Entity,
  { field, branch, targets }: { readonly field: Field; readonly branch: Tree; readonly targets: Targets },
): Fill | null {
  const kind = storageOf(field)?.kind;
  if (isLines(field) && kind === 'lines') return planLines(context, entity, { field, branch, targets });
  if (kind === 'links')
    return planLinks(context, entity, field, isManyReferences(field) ? targets(field.id, field.to, branch) : null);
  return isOneReference(field) ? targets(field.id, field.to, branch) : null;
}

/** Puts fields of their targets into references; those that already hold them are left alone. */
function planTargets(
  context: PlanContext,
  name: string,
  { to, branch, depth }: { readonly to: string; readonly branch: Tree; readonly depth: number },
): Fill | null {
  const target = context.model.entities[to];
  const needed = Object.keys(branch).filter((field) => field !== 'id');
  if (!target || needed.length === 0) return null;
  const plan = planLoad(context, target, branch, depth + 1);
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
