import type { Node } from '@ninefold/model';
import { type Context, mention, wrong } from './context.ts';
import { insideQuotes } from '../syntax/inside-quotes.ts';
import { ISSUES } from '../syntax/issues.ts';
import { nearest } from '../schema/nearest.ts';
import type { Ast } from '../syntax/parse.ts';

/** Where a choice or a state is compared with literal texts, each must be one of its values. False after an issue. */
export function checkOption(field: Node, other: Node, ast: Ast, context: Context): boolean {
  const options = field.node === 'variable' ? transitionsOf(field, context) : optionsOf(field, context);
  if (options === null) return true;
  if (other.node === 'list' && ast.op === 'list') {
    return other.items.every((item, index) => isOption(item, ast.args[index] ?? ast, { field, options, context }));
  }
  return isOption(other, ast, { field, options, context });
}

function isOption(
  node: Node,
  ast: Ast,
  { field, options, context }: { readonly field: Node; readonly options: readonly string[]; readonly context: Context },
): boolean {
  if (node.node !== 'literal' || typeof node.value !== 'string') return true;
  if (options.includes(node.value)) {
    mention(context, insideQuotes(ast), symbolOf(field, node.value, context), node.type);
    return true;
  }
  if (field.node === 'variable') {
    wrong(context, ast, ISSUES.unknownTransition, { name: node.value, nearest: nearest(node.value, options) });
    return false;
  }
  const params = {
    name: node.value,
    field: field.node === 'field' ? field.name : '',
    nearest: nearest(node.value, options),
    expected: options.join(', '),
  };
  wrong(context, ast, ISSUES.unknownOption, params);
  return false;
}

/** `state ticket.open`, `option ticket.priority.high`, `option ticket.lines.kind.part`. */
function symbolOf(field: Node, value: string, context: Context): string {
  if (field.node === 'variable') return `transition ${entityOf(context) ?? ''}.${value}`;
  if (field.node !== 'field') return '';
  const holder = field.of.type;
  if (holder.kind === 'record' && field.name === 'state') return `state ${holder.entity}.${value}`;
  const place =
    holder.kind === 'line' ? `${holder.entity}.${holder.field}` : holder.kind === 'record' ? holder.entity : '';
  return `option ${place}.${field.name}.${value}`;
}

/** The transitions that the variable of this name may name: those of the record's life cycle, and its creation. */
function transitionsOf({ name }: Extract<Node, { node: 'variable' }>, context: Context): readonly string[] | null {
  const entity = entityOf(context);
  const known = entity === null ? undefined : context.place.schema.transitionNames?.(entity);
  return name !== 'transition' || known === undefined ? null : [...new Set([...known, 'create'])];
}

function entityOf({ place: { variables } }: Context): string | null {
  const type = Object.hasOwn(variables, 'record') ? variables['record'] : undefined;
  return type?.kind === 'record' ? type.entity : null;
}

function optionsOf(node: Node, context: Context): readonly string[] | null {
  if (node.node !== 'field') return null;
  const { schema } = context.place;
  const holder = node.of.type;
  if (holder.kind === 'record') return schema.options?.(holder.entity, node.name) ?? null;
  if (holder.kind === 'line') return schema.options?.(holder.entity, `${holder.field}.${node.name}`) ?? null;
  return null;
}
