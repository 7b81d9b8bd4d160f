import {
  CHART_FORMS,
  groupName,
  hasOpenCurrency,
  isMany,
  isOpaque,
  isProse,
  PERIODS,
  typeOf,
  type Expression,
  type Figure,
  type GroupedBlock,
  type GroupKey,
  type Period,
  type PeriodKey,
} from '@ninefold/model';
import type { Located, LocatedMap, LocatedScalar } from '../../located.ts';
import type { Shapes } from '../entities/entities.ts';
import type { Context } from '../reading/context.ts';
import { expressionOf, isWrittenAsExpression, type ExpressionPlace } from '../reading/expressions.ts';
import { isId } from '../reading/ids.ts';
import {
  get,
  knownNames,
  mapAt,
  nameAt,
  namesAt,
  namesOf,
  required,
  things,
  wholeAt,
  wordAt,
  type Name,
} from '../reading/read.ts';

type Shape = Shapes[string];

interface Grouping {
  readonly entity: Shape;
  /** The names of all that a list may show. */
  readonly columns: readonly string[];
  readonly hasStates: boolean;
  readonly place: ExpressionPlace;
}

/** How many groups and figures a block may have: a chart draws one figure of one group. */
const MOST = { chart: { group_by: 1, show: 1 }, table: { group_by: 3, show: 8 } } as const;

/** Whether periods that are put in no other order are the last ones as they follow each other. */
const GOES_ON = { chart: true, table: false } as const;

/** How many groups are shown where nothing is said. */
const ROWS = { chart: 12, table: 20 } as const;

/** What blocks with `chart` and `table` have beside their entity: what they group by, and the figures of each group. */
export function groupedPart(
  ctx: Context,
  block: GroupedBlock['block'],
  map: LocatedMap,
  grouping: Grouping,
): Pick<GroupedBlock, 'groupBy' | 'show' | 'sort' | 'rows' | 'latest' | 'as'> {
  const groupBy = groupsOf(ctx, map, grouping);
  const figures = figuresOf(ctx, map, grouping.place);
  const most = MOST[block];
  tellMore(ctx, map, { block, key: 'group_by', most: most.group_by, count: groupBy.length });
  tellMore(ctx, map, { block, key: 'show', most: most.show, count: figures.length });
  const show = figures.length === 0 ? [COUNT] : figures;
  const isTime = groupBy.some((key) => key.by === 'field' && key.period !== null);
  const isWhole = isRead(get(map, 'show'), figures) && isRead(get(map, 'group_by'), groupBy);
  const known = [...groupBy.map(groupName), ...show.map(({ id }) => id)];
  const sort = isWhole ? sortOf(ctx, namesAt(ctx, map, 'sort'), known) : []; // what was not read may be named there
  return {
    groupBy,
    show,
    sort,
    rows: wholeAt(ctx, map, { key: 'rows', bounds: [1, 100], otherwise: isTime ? TIME_ROWS : ROWS[block] }),
    latest: GOES_ON[block] && isTime && sort.length === 0,
    as: formOf(ctx, map, { isTime, show }),
  };
}

/** Whether all of a map or a list was read. */
function isRead(node: Located | null, read: readonly unknown[]): boolean {
  if (node === null || node.kind === 'open') return true;
  if (node.kind === 'map') return things(node).length === read.length;
  return read.length === (node.kind === 'list' ? node.items.length : 1);
}

/** Half a year of weeks. */
const TIME_ROWS = 26;

const COUNT: Figure = { id: 'count', figure: 'count', of: null };

function tellMore(
  ctx: Context,
  map: LocatedMap,
  {
    count,
    most,
    ...told
  }: { readonly block: string; readonly key: 'group_by' | 'show'; readonly most: number; readonly count: number },
): void {
  const node = get(map, told.key);
  if (node !== null && count > most) ctx.report('NF0826', node.spot, { ...told, most: String(most) });
}

/** Parts of a whole are counted or added up, and a line goes through time. */
function formOf(
  ctx: Context,
  map: LocatedMap,
  { isTime, show }: { readonly isTime: boolean; readonly show: readonly Figure[] },
): GroupedBlock['as'] {
  const as = wordAt(ctx, map, 'as', CHART_FORMS);
  const node = get(map, 'as');
  if (as === null || node === null) return as;
  const isWhole = !isTime && show.every(({ figure }) => figure === 'count' || figure === 'sum');
  const fits = as === 'bars' || (as === 'line' ? isTime : isWhole);
  if (!fits) ctx.report('NF0827', node.spot, { form: as });
  return as;
}

/** Without a word the states are the groups, where there are any. */
function groupsOf(ctx: Context, map: LocatedMap, grouping: Grouping): readonly GroupKey[] {
  const node = get(map, 'group_by');
  if (node === null && grouping.hasStates && !map.entries.has('group_by'))
    return [{ by: 'field', field: 'state', period: null }];
  if (!required(ctx, map, 'group_by') || node === null) return [];
  const items = node.kind === 'list' ? node.items : [node];
  return items.flatMap((item) =>
    isWrittenAsExpression(item)
      ? groupOfExpression(ctx, item, grouping.place)
      : namesOf(ctx, item).flatMap((name) => groupOfField(ctx, name, grouping)),
  );
}

const GROUPED_TYPES: ReadonlySet<string> = new Set(['text', 'number', 'boolean']); // kinds: types of values

function groupOfExpression(ctx: Context, node: Located, place: ExpressionPlace): readonly GroupKey[] {
  const of = expressionOf(ctx, node, place);
  if (of === null) return [];
  if (GROUPED_TYPES.has(of.type.kind)) return [{ by: 'expression', of }];
  ctx.report('NF0825', node.spot, { name: of.source });
  return [];
}

/** The periods of a trend; null where there is none, or it does not go through time. */
export function trendAt(
  ctx: Context,
  map: LocatedMap,
  grouping: Pick<Grouping, 'entity' | 'columns'>,
): PeriodKey | null {
  const name = nameAt(ctx, map, 'trend');
  if (name === null) return null;
  const [field = ''] = name.text.split(':');
  if (groupedAs(ctx, grouping.entity, field) === 'plain' || groupedAs(ctx, grouping.entity, field) === 'none') {
    if (knownNames(ctx, 'NF0202', [partOf(name, field)], grouping.columns).length > 0)
      ctx.report('NF0829', name.spot, { name: name.text });
    return null;
  }
  const [key] = groupOfField(ctx, name, grouping);
  return key?.by === 'field' && key.period !== null ? { ...key, period: key.period } : null;
}

const MOMENTS: ReadonlySet<string> = new Set(['created_at', 'changed_at', 'state_since']);
const PLAIN: ReadonlySet<string> = new Set(['state', 'created_by', 'changed_by']);

function groupOfField(
  ctx: Context,
  name: Name,
  { entity, columns }: Pick<Grouping, 'entity' | 'columns'>,
): readonly GroupKey[] {
  const { text, spot } = name;
  const [id = '', written, ...more] = text.split(':');
  const [field] = knownNames(ctx, 'NF0202', [partOf(name, id)], columns);
  if (field === undefined) return [];
  const period = PERIODS.find((candidate) => candidate === written) ?? null;
  const kind = groupedAs(ctx, entity, field);
  const fits = kind === 'time' || (kind === 'plain' && written === undefined);
  if (!fits || more.length > 0 || (written !== undefined && period === null)) {
    if (kind !== 'broken') ctx.report('NF0825', spot, { name: text });
    return [];
  }
  return [{ by: 'field', field, period: kind === 'time' ? (period ?? DAY) : null }];
}

const DAY: Period = 'day';

/** The beginning of a name, up to a colon. */
function partOf({ spot }: Name, text: string): Name {
  return { text, spot: { ...spot, end: spot.start + text.length } };
}

/** Whether a field has values of which groups can be made; `time`: by their periods. */
function groupedAs(ctx: Context, { id, fields }: Shape, name: string): 'time' | 'plain' | 'none' | 'broken' {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field === undefined) return MOMENTS.has(name) ? 'time' : PLAIN.has(name) ? 'plain' : 'none';
  if (ctx.broken.has(field)) return 'broken';
  if (field.computed?.live === true || isMany(field.type) || isOpaque(field) || isProse(field.type, 'block'))
    return 'none';
  const { kind } = typeOf(field, id);
  if (kind === 'date' || kind === 'datetime') return 'time';
  return kind === 'number' && hasOpenCurrency(field) ? 'none' : 'plain';
}

function sortOf(ctx: Context, names: readonly Name[], known: readonly string[]): readonly string[] {
  const offered = known.filter((name) => name !== '');
  return names.flatMap((name) => {
    const [, minus = '', text = ''] = /^(-?)(.*)$/.exec(name.text) ?? [];
    return knownNames(ctx, 'NF0202', [{ text, spot: name.spot }], offered).map((found) => minus + found);
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
  if (of !== null && !isMeasured(of)) ctx.report('NF0828', node.spot, { name: of.source });
  return { id, figure, of };
}

const MEASURED: ReadonlySet<string> = new Set(['number', 'date', 'datetime']); // kinds: types of values

/** Amounts in currencies that each record names for itself are not comparable. */
function isMeasured({ type }: Expression): boolean {
  return MEASURED.has(type.kind) && !(type.kind === 'number' && type.currency === '?');
}

/** A part of a scalar, as a scalar with its own place. */
function part(node: LocatedScalar, from: number, text: string): LocatedScalar {
  const shift = node.plain ? 0 : 1;
  const start = node.spot.start + shift + from;
  return { kind: 'scalar', text, plain: node.plain, spot: { ...node.spot, start, end: start + text.length } };
}
