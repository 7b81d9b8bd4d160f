import { type Entity, derivedCycles, innerFields, isLines, type Model, fieldInPath, stateNames } from '@ninefold/model';
import { storageOf } from '../../storage/columns/registry.ts';
import { denormalisedColumns } from '../../storage/denormalised/denormalised-columns.ts';
import { uniqueSets } from '../../storage/schema/indexes.ts';
import type { PlanContext } from '../context/context.ts';
import { totalsOf, type KeptTotal } from '../loading/kept-totals.ts';
import { dependentsOf, type Dependent } from './dependents.ts';

/** What has to be worked out again when a record of an entity changes, planned once for a model. */
export interface Dependencies {
  /** By the entity that changes. */
  readonly dependents: ReadonlyMap<string, readonly Dependent[]>;
  /** Running totals over records of an entity, by it. */
  readonly totals: ReadonlyMap<string, readonly KeptTotal[]>;
  /** Entities that stored values read of another record. */
  readonly read: ReadonlySet<string>;
  /** The entities, each before those whose stored values read its own, as far as they go in no circle. */
  readonly order: readonly string[];
  /** Entities of which a change cannot wait: rules, unique values or the database itself look at stored values that follow from it. */
  readonly urgent: ReadonlySet<string>;
  /** Names of the columns that hold stored computed values and what is made of them, by entity. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

export function dependenciesOf(context: PlanContext): Dependencies {
  const { model } = context;
  const entities = Object.values(model.entities);
  const dependents = dependentsOf(context);
  const totals = Map.groupBy(
    entities.flatMap(({ id }) => totalsOf(model, id)),
    ({ entity }) => entity.id,
  );
  const next = (id: string): readonly string[] => [
    ...(dependents.get(id) ?? []).map(({ entity }) => entity),
    ...(totals.get(id) ?? []).map(({ holder }) => holder),
  ];
  return {
    dependents,
    totals,
    read: new Set([...dependents.keys(), ...totals.keys()]),
    order: inOrder(Object.keys(model.entities), next),
    urgent: urgentIn(model, next),
    columns: new Map(entities.map((entity) => [entity.id, columnsOf(entity)] as const)),
  };
}

/** Each before those that `next` gives for it. */
function inOrder(ids: readonly string[], next: (id: string) => readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const order: string[] = [];
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    next(id).forEach(visit);
    order.unshift(id);
  };
  ids.forEach(visit);
  return order;
}

function columnsOf(entity: Entity): readonly string[] {
  const { fields } = entity;
  const state = derivedCycles(entity).flatMap(({ field }) => [field, stateNames(field).since]);
  const computed = Object.values(fields).filter(
    (field) => !isLines(field) && field.computed !== null && storageOf(field) !== null,
  );
  const computedInLines = Object.values(fields)
    .flatMap((field) => Object.values(innerFields(field)))
    .filter((field) => field.computed !== null);
  return [
    ...new Set([...state, ...computed.map(({ id }) => id)]),
    ...([...computed, ...computedInLines].some(({ search }) => search) ? ['_search'] : []),
  ];
}

function urgentIn(model: Model, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const urgent = new Set(Object.values(model.entities).flatMap((entity) => (isUrgent(model, entity) ? entity.id : [])));
  for (let size = -1; size !== urgent.size; ) {
    size = urgent.size;
    for (const id of Object.keys(model.entities)) if (next(id).some((each) => urgent.has(each))) urgent.add(id);
  }
  return urgent;
}

/** Whether somebody looks at the stored computed values of an entity as soon as they change. */
function isUrgent(model: Model, entity: Entity): boolean {
  const computed = new Set(columnsOf(entity));
  const isRead = (path: string): boolean => /^(?:record|before)\./.test(path) && computed.has(fieldInPath(path));
  const rules = entity.rules.some(({ when, check }) => [...(when?.reads ?? []), ...check.reads].some(isRead));
  const reactions = entity.reactions.some(({ turnedBy, when }) => turnedBy === 'write' && when.reads.some(isRead));
  const unique = uniqueSets(entity).some(
    ({ fields, when }) => fields.some((id) => computed.has(id)) || when?.reads.some(isRead) === true,
  );
  const columns = Object.keys(model.entities).flatMap((id) => denormalisedColumns(model, id));
  const followed = columns.some(({ steps }) =>
    steps.some((step) => step.entity === entity.id && computed.has(step.column)),
  );
  return rules || reactions || unique || followed;
}
