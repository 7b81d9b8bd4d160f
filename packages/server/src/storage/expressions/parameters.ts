import { evaluate, isForeign, type Node, type Scope, type Type, type Value as ModelValue } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';
import type { Context, ParamSource, Value } from './context.ts';
import type { ItemRows } from './dialect.ts';
import { SqlRefused } from './refused.ts';
import type { Sql } from '../sql/sql.ts';

/**
 * True where no part depends on the row: then the value is worked out before the statement runs. Under a caller's
 * rights that holds for fields of the caller's own record and for what another system has sent, not for records behind it, whose rights are checked. Lists in
 * lists are then left to the database, which gives up where they take too long.
 */
export function isFree(node: Node, context: Context): boolean {
  switch (node.node) {
    case 'literal':
      return true;
    case 'variable':
      return node.name !== 'users_with' && !context.rows.has(node.name);
    case 'field':
      return isFree(node.of, context) && (context.readable === null || isOwn(node.of) || isForeign(node));
    case 'list':
      return node.items.every((item) => isFree(item, context));
    case 'call':
      return node.args.every((arg) => isFree(arg, context));
    case 'macro':
      if (context.readable !== null && holdsMacro(node.body)) return false;
      return isFree(node.list, context) && isFree(node.body, context);
  }
}

function holdsMacro(node: Node): boolean {
  switch (node.node) {
    case 'literal':
    case 'variable':
      return false;
    case 'field':
      return holdsMacro(node.of);
    case 'list':
      return node.items.some(holdsMacro);
    case 'call':
      return node.args.some(holdsMacro);
    case 'macro':
      return true;
  }
}

function isOwn(holder: Node): boolean {
  return holder.node === 'variable' && (holder.name === 'user' || holder.name === 'limits');
}

const BOOLEAN: Type = { kind: 'boolean' };

export function sourceOf(node: Node): ParamSource {
  return { node, expression: { source: '', type: node.type, tree: node, reads: [] } };
}

/** The value of a free part. What cannot be decided is refused, but for a guarded comparison: its guard says so. */
export function valueIn(source: ParamSource, given: Scope): ModelValue {
  const scope = stored(given);
  const value = evaluate(source.expression, scope);
  if (value !== undefined) return value;
  if (hasGuard(source.node)) return null;
  const limit = missingLimit(source.node, scope);
  if (limit !== null) throw new Refusal('limit_not_shown', { params: { limit } });
  throw new SqlRefused('undecided', pathOf(source.node));
}

/** What is in a row has been made: `creating` is about the record that is written, not about those that a statement looks at. */
function stored(scope: Scope): Scope {
  return scope.creating === true ? { ...scope, creating: false } : scope;
}

/** What must hold for a free part to be decided: nothing, unless it holds a guarded comparison. */
export function paramGuards(source: ParamSource, { dialect }: Context): readonly Sql[] {
  if (!hasGuard(source.node)) return [];
  return [dialect.param(BOOLEAN, (scope) => isDecided(evaluate(source.expression, stored(scope)), source))];
}

function isDecided(value: ModelValue | undefined, source: ParamSource): boolean {
  return value !== undefined && (value !== null || source.node.type.kind !== 'boolean');
}

/** True where a comparison in the tree may be left undecided by a blank. */
export function hasGuard(node: Node): boolean {
  switch (node.node) {
    case 'field':
      return hasGuard(node.of);
    case 'call':
      return node.guarded === true || node.args.some(hasGuard);
    case 'list':
      return node.items.some(hasGuard);
    case 'macro':
      return hasGuard(node.list) || hasGuard(node.body);
    default:
      return false;
  }
}

/** The limit that is not shown, where one is read. */
function missingLimit(node: Node, scope: Scope): string | null {
  switch (node.node) {
    case 'field':
      if (node.of.node !== 'variable' || node.of.name !== 'limits') return missingLimit(node.of, scope);
      return Object.hasOwn(scope.limits, node.name) ? null : node.name;
    case 'call':
      return firstMissing(node.args, scope);
    case 'list':
      return firstMissing(node.items, scope);
    case 'macro':
      return firstMissing([node.list, node.body], scope);
    default:
      return null;
  }
}

function firstMissing(nodes: readonly Node[], scope: Scope): string | null {
  return nodes.map((node) => missingLimit(node, scope)).find((limit) => limit !== null) ?? null;
}

/** The first path in a tree, to name it. */
function pathOf(node: Node): string {
  switch (node.node) {
    case 'field':
      return `${pathOf(node.of)}.${node.name}`;
    case 'variable':
      return node.name;
    case 'call':
      return node.args.map(pathOf).find((path) => path !== '') ?? node.fn;
    case 'macro':
      return pathOf(node.list);
    default:
      return '';
  }
}

export function paramValue(node: Node, context: Context): Value {
  const source = sourceOf(node);
  return {
    kind: 'value',
    type: node.type,
    sql: context.dialect.param(node.type, (scope) => valueIn(source, scope)),
    scale: null,
    guards: paramGuards(source, context),
    param: source,
  };
}

/** A parameter that says whether the condition is `wanted`. */
export function paramVerdict(node: Node, wanted: boolean, { dialect }: Context): Sql {
  const source = sourceOf(node);
  return dialect.param(BOOLEAN, (scope) => valueIn(source, scope) === wanted);
}

/** The items of a list that is a parameter. */
export function paramItems(node: Node, of: Type, alias: string, { dialect }: Context): ItemRows {
  const source = sourceOf(node);
  return dialect.items(of, alias, (scope) => {
    const list = valueIn(source, scope);
    return Array.isArray(list) ? (list as readonly ModelValue[]) : []; // a list of the language
  });
}

export function isNumber(type: Type): boolean {
  return type.kind === 'number';
}
