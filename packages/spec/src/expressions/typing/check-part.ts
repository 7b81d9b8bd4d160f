import type { Node, Type } from '@ninefold/model';
import { checkCall, checkReceiverCall } from './check-call.ts';
import { asLine, isWholeObject } from './check-object.ts';
import { checkField, checkName } from './check-path.ts';
import { clash, type Context, sourceOf, type Typed, wrong } from './context.ts';
import { ISSUES } from '../syntax/issues.ts';
import { checkLiteral } from './literals.ts';
import { checkBinary, checkLogic, checkNegation, checkNot } from './operators.ts';
import { tooLarge, type Ast } from '../syntax/parse.ts';
import { commonType, BOOLEAN, listOf, NULL, typeName } from '../schema/types.ts';

/** Types a part whose value is used, and records what it reads. */
export function checkPart(ast: Ast, context: Context): Typed | null {
  const { isUnread = false, ...within } = context;
  const held = checkHolder(ast, isUnread ? within : context);
  const typed = held && asLine(held, context);
  if (typed && !isUnread && isSecretType(typed.node.type))
    return wrong(context, ast, ISSUES.secretRead, { name: sourceOf(context, ast) });
  if (typed && isWholeObject(typed.node)) return wrong(context, ast, ISSUES.wholeNamespace, { name: typed.node.name });
  if (typed) for (const path of typed.paths) context.reads.add(path);
  return typed;
}

function isSecretType(type: Type): boolean {
  return type.kind === 'list' ? isSecretType(type.of) : type.kind === 'secret';
}

/** Types a part of which only a field may be used. */
export function checkHolder(ast: Ast, context: Context): Typed | null {
  if (isTooCostly(ast, context)) return null;
  switch (ast.op) {
    case 'value':
      return checkLiteral(ast, ast.args, context);
    case 'id':
      return checkName(ast, ast.args, context);
    case '.':
      return checkField(ast, ast.args[0], ast.args[1], context);
    case 'call':
      return checkCall(ast, ast.args[0], ast.args[1], context);
    case 'rcall':
      return checkReceiverCall(ast, ast.args[0], { receiver: ast.args[1], args: ast.args[2], context });
    case 'list':
      return checkList(ast.args, context);
    case '?:':
      return checkChoice(ast, ast.args, context);
    case '&&':
    case '||':
      return checkLogic(ast, ast.op, context);
    case '!_':
      return checkNot(ast.args, context);
    case '-_':
      return checkNegation(ast, ast.args, context);
    case 'map':
    case '[]':
    case '[?]':
    case '.?':
      return wrong(context, ast, ISSUES.notYet, { name: ast.op === 'map' ? '{…}' : ast.op });
    default:
      return checkBinary(ast, ast.op, ast.args, context);
  }
}

/** Adds the cost of a part. The part that exceeds the limit is reported once. */
function isTooCostly(ast: Ast, { place: { bounds }, spent, times, issues }: Context): boolean {
  if (bounds === undefined || bounds.cost === null || spent.cost > bounds.cost)
    return spent.cost > (bounds?.cost ?? Infinity);
  spent.cost += times;
  if (spent.cost <= bounds.cost) return false;
  issues.push(tooLarge(bounds, 'cost', ast.start, ast.end));
  return true;
}

/** Types a part that has to be true or false. */
export function checkCondition(ast: Ast, context: Context): Typed | null {
  const typed = checkPart(ast, context);
  if (typed === null || typed.node.type.kind === 'boolean') return typed;
  return wrong(context, ast, ISSUES.wrongCondition, { found: typeName(typed.node.type), name: sourceOf(context, ast) });
}

function checkList(items: readonly Ast[], context: Context): Typed | null {
  const typed = items.map((item) => checkPart(item, context));
  let of = NULL;
  const nodes: Node[] = [];
  for (const [index, item] of typed.entries()) {
    if (item === null) return null;
    const common = item.node.type.kind === 'list' ? null : commonType(of, item.node.type);
    const ast = items[index];
    if (common === null && ast) {
      if (clash(context, ast, [of, item.node.type])) return null;
      return wrong(context, ast, ISSUES.mixedList, { expected: typeName(of), found: typeName(item.node.type) });
    }
    of = common ?? of;
    nodes.push(item.node);
  }
  const paths = typed.flatMap((item) => item?.paths ?? []);
  return { node: { node: 'list', type: listOf(of), items: nodes }, paths };
}

function checkChoice(ast: Ast, [test, yes, no]: readonly [Ast, Ast, Ast], context: Context): Typed | null {
  const condition = checkCondition(test, context);
  const [left, right] = [checkHolder(yes, context), checkHolder(no, context)];
  if (!condition || !left || !right) return null;
  const type = commonType(left.node.type, right.node.type);
  if (type === null) {
    if (clash(context, ast, [left.node.type, right.node.type])) return null;
    const found = `${typeName(left.node.type)}; ${typeName(right.node.type)}`;
    return wrong(context, ast, ISSUES.wrongOperands, { name: '? :', found, expected: typeName(BOOLEAN), days: '' });
  }
  const paths = [...left.paths, ...right.paths];
  return { node: { node: 'call', type, fn: 'if', args: [condition.node, left.node, right.node] }, paths };
}
