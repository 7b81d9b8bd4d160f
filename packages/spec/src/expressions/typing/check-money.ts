import { currencyDecimals, type Node, type Type } from '@ninefold/model';
import { wrongArguments } from './wrong-arguments.ts';
import { checkPart } from './check-part.ts';
import type { Context, Typed } from './context.ts';
import { resultOf, type Signature } from '../functions/signature.ts';
import type { Ast } from '../syntax/parse.ts';
import { amountIn, NUMBER, TEXT } from '../schema/types.ts';

/** `amount(x)`: the same number; its author is responsible for the currency. */
export function withoutCurrency(typed: Typed | null): Typed | null {
  return typed && { node: { ...typed.node, type: NUMBER }, paths: [] };
}

/** `convert(x, rate, JPY)`: the amount times the rate, rounded as amounts of that currency are. */
export function checkConvert(ast: Ast, signature: Signature, args: readonly Ast[], context: Context): Typed | null {
  const [amount, rate, code] = args;
  if (!amount || !rate || !code || args.length > 3) return wrongArguments(ast, signature, [], context);
  const [value, factor] = [checkPart(amount, context), checkPart(rate, context)];
  if (value === null || factor === null) return null;
  const types = [value.node.type, factor.node.type] as const;
  const currency = codeIn(code);
  if (currency === null || resultOf(signature, [...types, TEXT]) === null)
    return wrongArguments(ast, signature, types, context);
  return { node: converted(value.node, factor.node, currency), paths: [] };
}

/** The code of a currency is written as a bare name or a text. */
function codeIn(ast: Ast): string | null {
  const text = ast.op === 'id' ? ast.args : ast.op === 'value' && typeof ast.args === 'string' ? ast.args : '';
  return /^[A-Z]{3}$/.test(text) ? text : null;
}

function converted(amount: Node, rate: Node, currency: string): Node {
  const type: Type = amountIn(currency);
  const places: Node = { node: 'literal', type: NUMBER, value: String(currencyDecimals(currency)) };
  return {
    node: 'call',
    type,
    fn: 'round',
    args: [{ node: 'call', type, fn: 'mul', args: [amount, rate] }, places],
  };
}
