import {
  type Entity,
  type Grant,
  isLines,
  type LinesField,
  ownExpressions,
  type Model,
  pathsOfGrants,
  pathsRead,
  STATE_FIELDS,
  transitionsOf,
  type Transition,
  whereReads,
  type Wire,
  stepInPath,
  stepsOf,
  fieldInPath,
} from '@ninefold/model';
import { storageOf } from '../../storage/columns/registry.ts';
import type { PlanContext } from '../context/context.ts';
import { planLoad, type LoadPlan } from '../loading/load.ts';
import { type FindAnswers, type FindTargets, planAnswerFinds, planFinds } from '../loading/find-target.ts';
import type { Fill } from '../loading/lists.ts';
import { readsOf } from '../context/reads-of.ts';
import { treeOf } from '../loading/tree.ts';
import { followedReads } from '../dependencies/dependents.ts';
import { withHiding } from '../loading/hiding.ts';
import { isTotalName, totalsOf } from '../loading/kept-totals.ts';
import { inverseOf } from '../../storage/relations/inverse.ts';
import { restsRead } from '../dependencies/readers.ts';
import { titleNames } from '../views/titles.ts';

/** What a write of an entity loads: the whole record, and all that any of its expressions reads beyond it. */
export interface WritePlan {
  readonly entity: Entity;
  readonly load: LoadPlan;
  /** The same without what only rules, conditions of fields and transitions read, and without running totals: for its computed values alone. */
  readonly computing: LoadPlan;
  /** Of a record that nothing refers to: the lists of those that do, and its running totals. */
  readonly alone: Readonly<Record<string, Wire>>;
  /** What fills references by itself. */
  readonly finds: FindTargets;
  /** What the title of a record shows. */
  readonly titled: readonly string[];
  /** Fields on whose values it depends who may read a record. */
  readonly deciding: ReadonlySet<string>;
  /** By transition: loads what expressions read through references in the answers to its form. Missing where none does. */
  readonly answers: ReadonlyMap<string, Fill>;
  /** By transition: what fills references in the answers to its form. Missing where nothing does. */
  readonly answerFinds: ReadonlyMap<string, FindAnswers>;
}

const SYSTEM = ['version', 'created_at', 'created_by', 'changed_at', 'changed_by', 'trashed_at', 'trashed_with'];

export function planWrite(context: PlanContext, entity: Entity): WritePlan {
  const { model } = context;
  const grants = Object.values(model.roles).flatMap((role) =>
    role.grants.filter((grant) => grant.entity === entity.id),
  );
  const stored = Object.values(entity.fields).filter((field) => storageOf(field) !== null);
  const state = entity.lifecycle ? STATE_FIELDS : [];
  const own = [...SYSTEM, ...state, ...stored.map(({ id }) => stepInPath(id))];
  const told = [
    ...pathsOfGrants(grants),
    ...restsRead(context, entity),
    ...linePaths(entity),
    ...partsRead(model, entity),
    ...calledReads(model, entity),
  ];
  const tree = treeOf(model, entity, [...own, ...told, ...pathsRead(entity), ...ownInverses(entity)]);
  const deciding = decidingFields(grants);
  const computing = [...own, ...told, ...[...deciding].map(stepInPath), ...computedReads(model, entity)];
  return {
    entity,
    load: planLoad(context, entity, tree),
    computing: planLoad(context, entity, treeOf(model, entity, computing)),
    alone: aloneIn(model, entity, Object.keys(tree)),
    finds: planFinds(context, entity),
    titled: titleNames(entity),
    deciding,
    answers: planAnswers(context, entity),
    answerFinds: planAnswerFinds(context, entity),
  };
}

/** What running totals of other records read of this entity's, beyond its own columns. */
function partsRead(model: Model, entity: Entity): readonly string[] {
  const totals = Object.keys(model.entities).flatMap((holder) => totalsOf(model, holder));
  const reads = totals.filter((total) => total.entity.id === entity.id).flatMap((total) => total.reads);
  return reads.filter((path) => path.includes('.'));
}

/** What incoming calls read of the record that they find. */
function calledReads({ calls }: Model, { id }: Entity): readonly string[] {
  const own = Object.values(calls.in).filter(({ entity }) => entity === id);
  return readsOf(own, 'record');
}

/** What stored computed values and timers read of the record, without running totals. */
function computedReads(model: Model, entity: Entity): readonly string[] {
  return withHiding(model, entity, followedReads(entity)).filter((path) => !isTotalName(path));
}

function aloneIn(model: Model, entity: Entity, names: readonly string[]): WritePlan['alone'] {
  return Object.fromEntries([
    ...names
      .filter((name) => !Object.hasOwn(entity.fields, name) && inverseOf(model, entity.id, name))
      .map((name) => [name, []] as const),
    ...totalsOf(model, entity.id).map(({ name, total }) => [name, total.value(total.empty)] as const),
  ]);
}

function planAnswers(context: PlanContext, entity: Entity): ReadonlyMap<string, Fill> {
  const transitions = [...transitionsOf(entity).values()];
  return new Map(
    transitions.flatMap((transition) => {
      const paths = pathsOfAnswers(entity, transition);
      if (!paths.some((path) => path.includes('.'))) return [];
      // The form is loaded like a record of an entity of its own, which the model does not have.
      const form = { ...entity, id: '', fields: transition.input, lifecycle: null, lifecycles: {} };
      const model = { ...context.model, entities: { ...context.model.entities, '': form } };
      return [[transition.id, planLoad({ ...context, model }, form, treeOf(model, form, paths)).fill] as const];
    }),
  );
}

/** What expressions read of the answers to a transition's form, without `input.`. */
function pathsOfAnswers(entity: Entity, { when, branches, set, input }: Transition): readonly string[] {
  const expressions = [
    when,
    ...branches.map((branch) => branch.when),
    ...set.map(({ value }) => value),
    ...entity.rules.flatMap((rule) => [rule.when, rule.check]),
    ...Object.values(input).flatMap((field) => [
      ...[field.visibleWhen, field.requiredWhen, field.default, field.min, field.max],
      ...ownExpressions(field),
    ]),
  ];
  const reads = expressions.flatMap((expression) => expression?.reads ?? []);
  const options = Object.values(input).flatMap((field) =>
    whereReads(field)
      .filter((path) => path.startsWith('option.'))
      .map((path) => `${stepInPath(field.id)}.${path.slice('option.'.length)}`),
  );
  return [...options, ...reads.filter((path) => path.startsWith('input.')).map((path) => path.slice('input.'.length))];
}

function decidingFields(grants: readonly Grant[]): ReadonlySet<string> {
  const reads = grants.flatMap(({ verbs: { read } }) => (read === undefined || read === true ? [] : read.reads));
  return new Set(reads.flatMap((path) => (path.startsWith('record.') ? fieldInPath(path) : [])));
}

/** Names that the entity's expressions read of the record without being its fields: the other directions of references, and what stands above and below it in a tree. */
function ownInverses(entity: Entity): readonly string[] {
  return readsOf(entity, 'record').filter((path) => {
    const [name = '', ...rest] = stepsOf(path);
    return rest.length === 0 && !Object.hasOwn(entity.fields, name);
  });
}

/** `line.item.price` in an expression of the lines `rows` is `rows.item.price` of the record. */
function linePaths(entity: Entity): readonly string[] {
  const lines = Object.values(entity.fields).filter((field): field is LinesField => isLines(field));
  return lines.flatMap((field) => {
    const rules = entity.rules
      .filter((rule) => rule.lines === field.id)
      .flatMap(({ when, check }) => [...(when?.reads ?? []), ...check.reads]);
    const inner = Object.values(field.fields).flatMap((one) =>
      [
        ...[one.computed?.expression, one.copy?.expression, one.default, one.min, one.max],
        ...[one.visibleWhen, one.requiredWhen, one.editableWhen, ...ownExpressions(one)],
      ].flatMap((expression) => expression?.reads ?? []),
    );
    return [...rules, ...inner]
      .filter((path) => path.startsWith('line.'))
      .map((path) => `${field.id}.${path.slice(5)}`);
  });
}
