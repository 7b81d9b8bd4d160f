import type { Condition, Entity, Expression, Field, Model, Node } from '@ninefold/model';
import type { Context } from '../compile/context.ts';
import type { CheckId } from '../issues/checks.ts';

/** `!(a < b)` holds where a or b is blank, which is seldom meant: told where it opens something. */
export function checkBlankDoors(ctx: Context, model: Model): void {
  const tell = (place: string, id: CheckId, fields: ReadonlySet<string>): void => {
    const spot = ctx.spots.get(place);
    if (spot && fields.size > 0) ctx.report(id, spot, { name: [...fields].join(', ') });
  };
  for (const entity of Object.values(model.entities)) {
    for (const { id, when } of Object.values(entity.lifecycle?.transitions ?? {})) {
      tell(`when ${entity.id}.${id}`, 'NF0527', opened(when, model));
    }
    for (const rule of entity.rules) {
      const name = `rule ${entity.id}.${rule.id}`;
      if (rule.sense === 'check') tell(name, 'NF0527', opened(rule.check, model));
    }
  }
  const seen = new Set<string>();
  for (const grant of Object.values(model.roles).flatMap((role) => role.grants)) {
    if (seen.has(grant.id)) continue;
    seen.add(grant.id);
    for (const [verb, condition] of Object.entries(grant.verbs) as readonly (readonly [string, Condition])[]) {
      tell(`verb ${grant.id} ${verb}`, 'NF0527', opened(condition === true ? null : condition, model));
    }
  }
}

const ORDERED = new Set(['lt', 'le', 'gt', 'ge', 'contains', 'starts_with', 'ends_with']);

/** Fields that may be blank in a comparison whose failing is what is asked for. */
function opened(expression: Expression | null, model: Model): ReadonlySet<string> {
  const found = new Set<string>();
  const search = (node: Node, negated: boolean): void => {
    if (node.node !== 'call') return;
    if (node.fn === 'not') node.args.forEach((arg) => search(arg, !negated));
    else if (node.fn === 'and') searchAll(node.args, negated, search);
    else if (node.fn === 'or') node.args.forEach((arg) => search(arg, negated));
    else if (negated && ORDERED.has(node.fn) && node.guarded !== true) {
      for (const arg of node.args) for (const field of blankable(arg, model)) found.add(field);
    }
  };
  if (expression?.tree) search(expression.tree, false);
  return found;
}

/** What stands beside it says that a field is filled: then no blank comes through. */
function searchAll(args: readonly Node[], negated: boolean, search: (node: Node, negated: boolean) => void): void {
  const isAskedFor = args.some((arg) => arg.node === 'call' && arg.fn === 'filled');
  if (!isAskedFor) args.forEach((arg) => search(arg, negated));
}

function blankable(node: Node, model: Model): readonly string[] {
  if (node.node === 'call') return node.fn === 'or_else' ? [] : node.args.flatMap((arg) => blankable(arg, model));
  if (node.node !== 'field' || node.of.type.kind !== 'record') return [];
  if (node.of.node !== 'variable' || node.of.name !== 'record') return [];
  const entity: Entity | undefined = model.entities[node.of.type.entity];
  const field = entity && Object.hasOwn(entity.fields, node.name) ? entity.fields[node.name] : undefined;
  return field && mayBeBlank(field) ? [node.name] : [];
}

function mayBeBlank(field: Field): boolean {
  return !field.required && field.computed === null && field.type !== 'boolean' && field.type !== 'sequence';
}
