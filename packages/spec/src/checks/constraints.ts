import { type Entity, isMany, isSecret, type Model, type Node } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';

/** Checks compound `unique` and `index`: all their values must be stored in the row of the record. */
export function checkConstraints(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    entity.indexes.forEach((fields, index) => checkColumns(ctx, entity, `index ${entity.id} ${index}`, fields));
    entity.unique.forEach(({ fields, when }, index) => {
      const place = `unique ${entity.id} ${index}`;
      checkColumns(ctx, entity, place, fields);
      const spot = ctx.spots.get(`${place} when`);
      if (when?.tree && spot && !isSettled(entity, when.tree)) ctx.report('NF0321', spot);
    });
  }
}

function checkColumns(ctx: Context, entity: Entity, place: string, names: readonly string[]): void {
  for (const name of names) {
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    const spot = ctx.spots.get(`${place} ${name}`);
    if (!field || !spot || ctx.broken.has(field)) continue;
    const [flag = ''] = place.split(' ');
    if (field.computed?.live) ctx.report('NF0313', spot, { name });
    else if (isMany(field.type) || isSecret(field)) ctx.report('NF0317', spot, { name: flag, type: field.type });
  }
}

const COMPARISONS = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge']);
const JOINED = new Set(['and', 'or', 'not']);

/** True where the row alone decides the condition, at any time and for every caller. Then an index can hold the condition. */
function isSettled(entity: Entity, node: Node): boolean {
  if (node.node !== 'call') return node.node === 'literal' || isOwn(entity, node);
  const [first, second] = node.args;
  if (JOINED.has(node.fn)) return node.args.every((arg) => isSettled(entity, arg));
  if (!first) return false;
  if (node.fn === 'blank' || node.fn === 'filled') return isOwn(entity, first);
  if (!second) return false;
  if (node.fn === 'in') return isOwn(entity, first) && second.node === 'list' && second.items.every(isConstant);
  return (
    COMPARISONS.has(node.fn) &&
    ((isOwn(entity, first) && isConstant(second)) || (isOwn(entity, second) && isConstant(first)))
  );
}

function isConstant(node: Node): boolean {
  return node.node === 'literal' || (node.node === 'call' && node.fn === 'neg' && node.args.every(isConstant));
}

function isOwn(entity: Entity, node: Node): boolean {
  if (node.node !== 'field' || node.of.node !== 'variable' || node.of.name !== 'record') return false;
  const field = Object.hasOwn(entity.fields, node.name) ? entity.fields[node.name] : undefined;
  if (!field) return node.name === 'state' || node.name === 'state_final';
  return field.computed?.live !== true && field.visibleWhen === null && !isMany(field.type);
}
