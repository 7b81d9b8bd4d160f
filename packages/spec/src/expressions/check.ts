import { isForeign } from '@ninefold/model';
import { checkPart } from './typing/check-part.ts';
import { clash, type Context } from './typing/context.ts';
import { ISSUES } from './syntax/issues.ts';
import { parse } from './syntax/parse.ts';
import type { Checked, ExpressionIssue, Place } from './schema/place.ts';
import { amountIn, canBeBlank, NULL, typeName } from './schema/types.ts';

/** What is wrong whatever the types are: it is told beside a name whose declaration could not be read. */
const WITHOUT_TYPES: ReadonlySet<string> = new Set([
  ISSUES.unknownVariable,
  ISSUES.unknownFunction,
  ISSUES.unknownLimit,
  ISSUES.unknownRole,
]);

/**
 * Parses an expression and types every node against the specification. It never throws: everything that is wrong comes
 * back as issues, and then there is no expression.
 */
export function checkExpression(source: string, place: Place): Checked {
  const parsed = parse(source, place.bounds);
  if ('issue' in parsed) return { expression: null, issues: [parsed.issue] };
  const issues: ExpressionIssue[] = [];
  const begun = { locals: new Map(), issues, reads: new Set<string>(), names: { broken: false } };
  const context: Context = { source, place, ...begun, times: 1, spent: { cost: 0 } };
  const typed = checkPart(parsed.ast, context);
  if (context.names.broken) return { expression: null, issues: issues.filter(({ id }) => WITHOUT_TYPES.has(id)) };
  if (typed === null || issues.length > 0) return { expression: null, issues };
  // what another system said fits every field: it is judged when it comes
  const isOutside = isForeign(typed.node);
  const type = isOutside ? NULL : typed.node.type;
  const { expects, currency } = place;
  const whole = { start: 0, end: source.length };
  if (currency !== undefined && clash(context, whole, [type, amountIn(currency)])) return { expression: null, issues };
  if (expects && !isOutside && type.kind !== expects && !(type.kind === 'null' && canBeBlank({ kind: expects }))) {
    const params = { expected: expects, found: typeName(type) };
    return { expression: null, issues: [{ id: ISSUES.wrongResult, ...whole, params }] };
  }
  return { expression: { source, type, tree: typed.node, reads: [...context.reads].sort() }, issues };
}
