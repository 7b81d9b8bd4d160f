import type { Node, Type } from '@ninefold/model';
import { type IssueId, ISSUES } from '../syntax/issues.ts';
import type { Ast } from '../syntax/parse.ts';
import type { ExpressionIssue, Place } from '../schema/place.ts';
import { currenciesClash, currencyOf } from '../schema/types.ts';

/** A checked part: its node, and the paths whose value it may be. */
export interface Typed {
  readonly node: Node;
  readonly paths: readonly string[];
}

/** The variable of a macro. `node` is its name in the tree: `user.x` where it runs over a list of `user`, so that a guard knows it. */
export interface Local {
  readonly node: string;
  readonly type: Type;
  readonly paths: readonly string[];
  /** What the name stands for, where it is no variable of a macro. */
  readonly value?: Node;
}

export interface Context {
  readonly source: string;
  readonly place: Place;
  readonly locals: ReadonlyMap<string, Local>;
  /** What the names of variables begin with in the tree, inside of an expression that is written elsewhere. */
  readonly within?: string;
  readonly issues: ExpressionIssue[];
  readonly reads: Set<string>;
  /** `broken` where the expression named something that could not be read itself. */
  readonly names: { broken: boolean };
  /** The part is asked only whether it is blank: it may be a secret. */
  readonly isUnread?: boolean;
  /** How often the part is evaluated for one record, and the cost of the parts so far. */
  readonly times: number;
  readonly spent: { cost: number };
}

/** Reports an issue about a part; the part then has no type. */
export function wrong(
  context: Context,
  at: { readonly start: number; readonly end: number },
  id: IssueId,
  params: Readonly<Record<string, string>> = {},
): null {
  context.issues.push({ id, start: at.start, end: at.end, params });
  return null;
}

/** Reports amounts whose currencies cannot meet; true where there is such a clash. */
export function clash(
  context: Context,
  at: { readonly start: number; readonly end: number },
  types: readonly Type[],
): boolean {
  const amounts = types.filter((type) => currencyOf(type) !== null);
  const [first] = amounts;
  const other = first && amounts.find((type, index) => index > 0 && currenciesClash(first, type));
  if (!first || !other) return false;
  wrong(context, at, ISSUES.currencies, { name: currencyOf(first) ?? '', other: currencyOf(other) ?? '' });
  return true;
}

/** Tells an editor what a name names. */
export function mention(
  context: Context,
  at: { readonly start: number; readonly end: number },
  symbol: string,
  type: Type | null,
): void {
  context.place.mention?.({ symbol, type, start: at.start, end: at.end });
}

export function sourceOf(context: Context, ast: Ast): string {
  return context.source.slice(ast.start, ast.end);
}

/** The name at the end of `a.b`. */
export function nameRange(ast: Ast, name: string): { readonly start: number; readonly end: number } {
  return { start: ast.end - name.length, end: ast.end };
}
