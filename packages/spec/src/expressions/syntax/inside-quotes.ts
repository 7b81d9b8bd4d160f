import type { Ast } from './parse.ts';

/** Where the text of a literal stands, without its quotes; a bare name as it is. */
export function insideQuotes(ast: Ast): { readonly start: number; readonly end: number } {
  return ast.op === 'id' ? ast : { start: ast.start + 1, end: ast.end - 1 };
}
