import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import type { Condition, Expression } from '../ir/expression.ts';
import type { Grant } from '../ir/role.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { stepInPath, stepsOf } from '../values/paths.ts';
import { transitionsOf } from './cycles.ts';
import { expressionsOf } from './effect-reads.ts';
import { innerFields, isReference, ownExpressions } from '../field-types/traits.ts';

/**
 * Every path through a reference that the entity's own expressions read, without its root: `category.billable`,
 * `requester.manager`. Code that loads a record to judge or settle it also loads these.
 */
export const pathsRead = memoizedWeakly((entity: Entity): readonly string[] =>
  rooted([
    ...Object.values(entity.fields).flatMap((field) => fieldPaths(field)),
    ...entityExpressions(entity).flatMap((expression) => expression.reads),
  ]),
);

/** The same for the row conditions of grants. */
export function pathsOfGrants(grants: readonly Grant[]): readonly string[] {
  const conditions = grants.flatMap((grant) => [...Object.values(grant.verbs), grant.updateTo]);
  return rooted(conditions.filter(isExpression).flatMap((expression) => expression.reads));
}

/**
 * Whether settling a record reads nothing but its own values and those of the user: what is loaded of other records does not
 * change what it becomes.
 */
export const settlesAlone = memoizedWeakly((entity: Entity): boolean => {
  const isOwn = (path: string): boolean => {
    const [root, name = '', ...further] = stepsOf(path);
    return further.length === 0 && (root !== 'record' || Object.hasOwn(entity.fields, name));
  };
  return [...Object.values(entity.fields).flatMap(settlingExpressions), ...derivedWhens(entity)].every(({ reads }) =>
    reads.every(isOwn),
  );
});

/** The expressions that decide the value of a field, or whether it is seen. */
function settlingExpressions(field: Field): readonly Expression[] {
  const own = [field.visibleWhen, field.default, field.computed?.expression, field.copy?.expression];
  const inner = Object.values(innerFields(field)).flatMap(settlingExpressions);
  return [...own.filter(isExpression), ...ownExpressions(field), ...inner];
}

function isExpression(condition: Condition | null | undefined): condition is Expression {
  return typeof condition === 'object' && condition !== null;
}

function rooted(reads: readonly string[]): readonly string[] {
  const roots = ['record.', 'before.'];
  const paths = reads.flatMap((path) =>
    roots.filter((root) => path.startsWith(root)).map((root) => path.slice(root.length)),
  );
  return [...new Set(paths)].filter((path) => path.includes('.'));
}

/** What a reference's `where` reads of `option` is read of the record through that reference, or through that one of its lines. */
function fieldPaths(field: Field, holder = 'record'): readonly string[] {
  const own = `${holder}.${stepInPath(field.id)}`;
  const options = whereReads(field)
    .filter((path) => path.startsWith('option.'))
    .map((path) => `${own}.${path.slice(7)}`);
  const inner = Object.values(innerFields(field)).flatMap((one) => fieldPaths(one, own));
  return [...options, ...inner, ...fieldExpressions(field).flatMap((expression) => expression.reads)];
}

/** What the condition on the options of a reference reads. */
export function whereReads(field: Field): readonly string[] {
  return (isReference(field) ? field.where?.reads : null) ?? [];
}

function fieldExpressions(field: Field): readonly Expression[] {
  return [
    field.requiredWhen,
    field.visibleWhen,
    field.editableWhen,
    field.default,
    field.min,
    field.max,
    field.computed?.expression,
    field.copy?.expression,
    ...ownExpressions(field),
  ].filter(isExpression);
}

function entityExpressions(entity: Entity): readonly Expression[] {
  const transitions = [...transitionsOf(entity).values()];
  return [
    ...entity.rules.flatMap((rule) => [rule.when, rule.check]),
    ...transitions.flatMap(({ when, branches, set, input, timer, approvals, effects, onRefusal }) => [
      when,
      ...branches.map((branch) => branch.when),
      timer?.value,
      ...(approvals === null ? [] : [approvals.of, approvals.substitute, approvals.escalate?.to, approvals.press]),
      ...[...set, ...onRefusal].map(({ value }) => value),
      ...effects.flatMap(expressionsOf),
      ...Object.values(input).flatMap(fieldExpressions),
    ]),
    ...entity.noOverlaps.map(({ when }) => when),
    ...derivedWhens(entity),
    ...entity.reactions.flatMap(({ when, set, effects }) => [
      when,
      ...set.map(({ value }) => value),
      ...effects.flatMap(expressionsOf),
    ]),
    entity.pick,
  ].filter(isExpression);
}

/** The conditions of the derived states of an entity. */
export function derivedWhens({ lifecycle }: Entity): readonly Expression[] {
  return (lifecycle?.derived ?? []).map(({ when }) => when).filter(isExpression);
}
