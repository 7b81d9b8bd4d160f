import type { Block, Expression, Figure } from '@ninefold/model';
import type { Located, LocatedMap, LocatedScalar } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { expressionOf, isWrittenAsExpression, type ExpressionPlace } from '../reading/expressions.ts';
import { isId } from '../reading/ids.ts';
import { get, knownNames, mapAt, namesOf, things } from '../reading/read.ts';

type Grouped = Extract<Block, { readonly block: 'chart' | 'table' }>;

/**
 * What blocks with `chart` and `table` have beside their entity: the fields that they group by, and the figures of each
 * group.
 */
export function groupedPart(
  ctx: Context,
  map: LocatedMap,
  columns: readonly string[],
  place: ExpressionPlace,
): Pick<Grouped, 'groupBy' | 'show'> {
  return { groupBy: groupsOf(ctx, get(map, 'group_by'), columns, place), show: figuresOf(ctx, map, place) };
}

function groupsOf(
  ctx: Context,
  node: Located | null,
  columns: readonly string[],
  place: ExpressionPlace,
): readonly (string | Expression)[] {
  const items = node?.kind === 'list' ? node.items : node === null ? [] : [node];
  return items.flatMap((item): readonly (string | Expression)[] => {
    if (!isWrittenAsExpression(item)) return knownNames(ctx, 'NF0202', namesOf(ctx, item), columns);
    const expression = expressionOf(ctx, item, place);
    return expression === null ? [] : [expression];
  });
}

const FIGURE = /^(\s*=?\s*)(count|sum|avg|min|max)\(([\s\S]*)\)\s*$/;

function figuresOf(ctx: Context, map: LocatedMap, place: ExpressionPlace): readonly Figure[] {
  return things(mapAt(ctx, map, 'show')).flatMap(([id, { keySpot, value }]): readonly Figure[] => {
    if (!isId(ctx, 'block', { text: id, spot: keySpot })) return [];
    const figure = value.kind === 'scalar' ? figureOf(ctx, id, value, place) : null;
    if (figure === null && value.kind !== 'open') ctx.report('NF0807', value.spot);
    return figure === null ? [] : [figure];
  });
}

/** `count()`, or one of `sum`, `avg`, `min`, `max` of an expression of `record`. */
function figureOf(ctx: Context, id: string, node: LocatedScalar, place: ExpressionPlace): Figure | null {
  const [, lead = '', name = '', inner = ''] = FIGURE.exec(node.text) ?? [];
  const figure = (['count', 'sum', 'avg', 'min', 'max'] as const).find((candidate) => candidate === name);
  if (figure === undefined || (figure === 'count') !== (inner.trim() === '')) return null;
  if (figure === 'count') return { id, figure, of: null };
  const isNumber = figure === 'sum' || figure === 'avg';
  const of = expressionOf(ctx, part(node, lead.length + name.length + 1, inner), {
    ...place,
    ...(isNumber ? { expects: 'number' as const } : {}),
  });
  return { id, figure, of };
}

/** A part of a scalar, as a scalar with its own place. */
function part(node: LocatedScalar, from: number, text: string): LocatedScalar {
  const shift = node.plain ? 0 : 1;
  const start = node.spot.start + shift + from;
  return { kind: 'scalar', text, plain: node.plain, spot: { ...node.spot, start, end: start + text.length } };
}
