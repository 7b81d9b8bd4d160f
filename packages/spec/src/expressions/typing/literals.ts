import { parseDecimal } from '@ninefold/model';
import { type Context, sourceOf, type Typed, wrong } from './context.ts';
import { ISSUES } from '../syntax/issues.ts';
import type { Ast } from '../syntax/parse.ts';
import { BOOLEAN, NULL, NUMBER, TEXT } from '../schema/types.ts';

const DECIMAL = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function checkLiteral(ast: Ast, value: unknown, context: Context): Typed | null {
  if (value === null) return { node: { node: 'literal', type: NULL, value: null }, paths: [] };
  if (typeof value === 'boolean') return { node: { node: 'literal', type: BOOLEAN, value }, paths: [] };
  if (typeof value === 'string') return textLiteral(value);
  return numberLiteral(ast, context);
}

/** The empty text is blank. Spaces in a literal are kept, since it may stand between two texts. */
function textLiteral(value: string): Typed {
  const text = value.normalize('NFC').replaceAll('\u0000', '');
  return { node: { node: 'literal', type: TEXT, value: text === '' ? null : text }, paths: [] };
}

/** The value of a number is read from the source text, so that a decimal stays exactly as written. */
function numberLiteral(ast: Ast, context: Context): Typed | null {
  const text = sourceOf(context, ast);
  if (!DECIMAL.test(text)) return wrong(context, ast, ISSUES.notYet, { name: text });
  if (parseDecimal(text) === null) return wrong(context, ast, ISSUES.badNumber, { name: text });
  return { node: { node: 'literal', type: NUMBER, value: text }, paths: [] };
}
