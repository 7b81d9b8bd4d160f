import { isDate, type Expression } from '@ninefold/model';
import type { LocatedList, LocatedMap } from '../../located.ts';
import type { Context } from './context.ts';
import { expressionOf } from './expressions.ts';
import { get, namesOf } from './read.ts';

/** A list of days that a key holds: written out, or an expression of limits. */
export function daysAt(ctx: Context, map: LocatedMap, key: string): Expression | null {
  const node = get(map, key);
  if (node?.kind === 'list') return written(ctx, node);
  const days = expressionOf(ctx, node, { variables: {}, expects: 'list' });
  if (days === null || node === null) return null;
  const item = days.type.kind === 'list' ? days.type.of.kind : days.type.kind;
  if (item !== 'date' && item !== 'null') ctx.reportAny('NF0512', node.spot, { expected: 'list of date', found: item });
  return days;
}

const DATE = { kind: 'date' } as const;

/** Days that are written out: `skip: [2026-12-25, 2026-12-26]`. */
function written(ctx: Context, list: LocatedList): Expression {
  const days = namesOf(ctx, list).flatMap(({ text, spot }) => {
    if (!isDate(text)) ctx.report('NF0301', spot, { type: 'date', form: 'value' });
    return isDate(text) ? [text] : [];
  });
  const type = { kind: 'list', of: DATE } as const;
  const items = days.map((value) => ({ node: 'literal', type: DATE, value }) as const);
  return { source: `[${days.join(', ')}]`, type, tree: { node: 'list', type, items }, reads: [] };
}
