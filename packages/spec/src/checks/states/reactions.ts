import { type Entity, type EntityReaction, isLines, isStoredWith, type Model, type Node } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { NOT_AS_ROWS } from '../../expressions/functions/table.ts';
import { walk } from '../../expressions/walk.ts';

/**
 * Conditions of reactions that may turn true without anybody noticing: by a write of another record, or with the clock where the
 * database cannot be asked.
 */
export function checkReactions(ctx: Context, model: Model, entity: Entity): void {
  for (const reaction of entity.reactions) {
    const spot = ctx.spots.get(`reaction ${entity.id}.${reaction.id}`);
    if (reaction.once) continue;
    const isLooked = reaction.turnedBy !== 'write';
    const found = isLooked ? notAsRows(model, reaction.when.tree) : elsewhere(entity, reaction);
    if (spot && found !== null) ctx.report(isLooked ? 'NF0430' : 'NF0416', spot, { name: reaction.id, found });
  }
}

/** What the condition reads that is not stored with the record; null where it reads nothing like that. */
function elsewhere(entity: Entity, { when }: EntityReaction): string | null {
  return when.reads.find((path) => !isStoredWith(entity, path)) ?? null;
}

/** What in a condition has no SQL, itself or in a live computed value that it reads; null where all of it runs as SQL. */
function notAsRows(model: Model, tree: Node | null, seen = new Set<Node>()): string | null {
  if (tree === null || seen.has(tree)) return null;
  seen.add(tree);
  let found: string | null = null;
  walk(tree, (node) => {
    if (node.node === 'call' && isNotAsRows(node)) found ??= node.fn;
    if (node.node === 'field') found ??= notAsRows(model, liveTree(model, node), seen);
  });
  return found;
}

function liveTree({ entities }: Model, { of: { type }, name }: Extract<Node, { readonly node: 'field' }>): Node | null {
  if (type.kind !== 'record' && type.kind !== 'line') return null;
  const whole = entities[type.entity]?.fields ?? {};
  const lines = type.kind === 'line' ? whole[type.field] : undefined;
  const fields = isLines(lines) ? lines.fields : whole;
  const computed = Object.hasOwn(fields, name) ? fields[name]?.computed : null;
  return computed?.live === true ? computed.expression.tree : null;
}

function isNotAsRows({ fn, args, type }: Extract<Node, { readonly node: 'call' }>): boolean {
  const isList = fn === 'if' && type.kind === 'list';
  return NOT_AS_ROWS.has(fn) || isList || (fn === 'text' && args[0]?.type.kind === 'record');
}
