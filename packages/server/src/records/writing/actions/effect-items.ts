import {
  type Effect,
  expressionsOf,
  idOf,
  isLines,
  isList,
  isMap,
  memoizedWeakly,
  type Scope,
  type Type,
  type Value,
} from '@ninefold/model';
import type { Reader } from '../../../storage/database/database.ts';
import type { PlanContext } from '../../context/context.ts';
import { planLoad } from '../../loading/load.ts';
import { treeOf } from '../../loading/tree.ts';
import type { Draft } from '../../loading/rows.ts';

/** What `each` of an effect goes through: a list or one thing, each record once; blanks and trashed records are skipped. */
type Items = (reader: Reader, value: Value, scope: Scope) => Promise<readonly Value[]>;

/** The items of an effect, each with all that the values of the effect read of it. Planned once. */
export const itemsOf = memoizedWeakly((context: PlanContext) =>
  memoizedWeakly((effect: Effect): Items => planItems(context, effect)),
);

function planItems(context: PlanContext, effect: Effect): Items {
  const each = 'each' in effect ? effect.each : null;
  if (each === null) return () => Promise.resolve([]);
  const type = each.type.kind === 'list' ? each.type.of : each.type;
  const reads = expressionsOf(effect).flatMap((expression) => expression.reads);
  const paths = reads.flatMap((path) => (path.startsWith('each.') ? [path.slice('each.'.length)] : []));
  const complete = planCompletion(context, type, paths);
  return (reader, value, scope) => complete(reader, listOf(value), scope);
}

function listOf(value: Value): readonly Value[] {
  return (isList(value) ? value : [value]).filter((item) => item !== null);
}

type Completion = (reader: Reader, items: readonly Value[], scope: Scope) => Promise<readonly Value[]>;

function planCompletion(context: PlanContext, type: Type, paths: readonly string[]): Completion {
  if (type.kind === 'record') return planRecords(context, type.entity, paths);
  if (type.kind === 'line') return planLines(context, type, paths);
  return (_, items) => Promise.resolve(items);
}

function planRecords(context: PlanContext, entityId: string, paths: readonly string[]): Completion {
  const entity = context.model.entities[entityId];
  if (!entity) throw new TypeError(`an effect goes through ${entityId}, which the model does not have`);
  const trash = entity.trash ? ['trashed_at'] : [];
  const plan = planLoad(context, entity, treeOf(context.model, entity, [...trash, ...paths]), 1);
  return async (reader, items, scope) => {
    const ids = [
      ...new Set(items.flatMap((item) => (isMap(item) && 'id' in item ? (idOf({ id: item.id ?? null }) ?? []) : []))),
    ];
    const found = await plan.load(reader, ids, scope);
    return ids.flatMap((id) => {
      const draft = found.get(id);
      return draft && (draft['trashed_at'] ?? null) === null ? [{ ...draft, id }] : [];
    });
  };
}

/** Lines are loaded like records of an entity of their own, which the model does not have. */
function planLines(
  context: PlanContext,
  { entity: entityId, field: name }: Extract<Type, { readonly kind: 'line' }>,
  paths: readonly string[],
): Completion {
  const entity = context.model.entities[entityId];
  const field = entity?.fields[name];
  if (!entity || !isLines(field)) throw new TypeError(`an effect goes through ${entityId}.${name}, which are no lines`);
  const form = { ...entity, id: '', fields: field.fields, lifecycle: null, lifecycles: {} };
  const model = { ...context.model, entities: { ...context.model.entities, '': form } };
  const plan = planLoad({ ...context, model }, form, treeOf(model, form, paths));
  return async (reader, items, scope) => {
    const drafts = items.flatMap((item): readonly Draft[] => (isMap(item) ? [copyOf(item)] : []));
    await plan.fill(reader, drafts, scope);
    return drafts;
  };
}

function copyOf(line: object): Draft {
  return Object.fromEntries(
    Object.entries(line).map(([name, value]: readonly [string, Draft[string]]) => [
      name,
      isMap(value) ? { ...value } : value,
    ]),
  );
}
