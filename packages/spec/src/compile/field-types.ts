import {
  currencyDecimals,
  MOST_CURRENCY_DECIMALS,
  readPattern,
  type FieldOf,
  type FieldType,
  type Type,
} from '@ninefold/model';
import type { Located, LocatedMap } from '../load/located.ts';
import type { Context } from './context.ts';
import { conditionOf, expressionOf, type ExpressionPlace } from './expressions.ts';
import { UNDECIDED } from '../expressions/types.ts';
import type { FieldPlace } from './field-place.ts';
import { noteWas } from './former.ts';
import { isId } from './ids.ts';
import {
  flagAt,
  get,
  isOpen,
  knownKeys,
  knownNames,
  mapOf,
  nameAt,
  namesOf,
  textAt,
  things,
  unknown,
  wholeAt,
  wordAt,
} from './read.ts';
import { isCurrency } from './purpose.ts';
import { inlineText } from './context.ts';
import { KEYS } from './keys.ts';

/** What a type adds to the common part of a field; null where the field cannot be built (then reported). */
type Builder = (ctx: Context, map: LocatedMap, place: FieldPlace) => Readonly<Record<string, unknown>> | null;

type SpecificPart<T extends FieldType> = Omit<FieldOf<T>, keyof FieldOf<'boolean'>>;

export const TEXT_FORMATS = ['plain', 'markdown'] as const;
export const ON_DELETE = ['restrict', 'clear', 'cascade'] as const;

const none: Builder = () => ({});
const numeric = (ctx: Context, map: LocatedMap) => ({ triangle: flagAt(ctx, map, 'triangle') });
const decimal: Builder = (ctx, map) => ({ ...numeric(ctx, map), scale: wholeAt(ctx, map, 'scale', [0, 10], 2) });
const moment: Builder = (ctx, map) => ({ era: flagAt(ctx, map, 'era') });

/** One builder for every type of field. */
export const TYPE_BUILDERS: Readonly<Record<FieldType, Builder>> = {
  string: buildString,
  text: (ctx, map) => ({ format: wordAt(ctx, map, 'format', TEXT_FORMATS) ?? 'plain' }),
  choice: (ctx, map, place) => ({ options: readOptions(ctx, get(map, 'options'), map, place) }),
  choices: (ctx, map, place) => ({ options: readOptions(ctx, get(map, 'options'), map, place) }),
  sequence: buildSequence,
  reference: buildReference,
  references: buildReferences,
  integer: numeric,
  number: decimal,
  money: buildMoney,
  percent: decimal,
  boolean: none,
  date: moment,
  datetime: moment,
  lines: (ctx, map, place) => ({
    fields: place.buildLines(ctx, mapOf(ctx, get(map, 'fields')), {
      ...place,
      kind: 'line',
      lines: place.id,
      id: '',
      textKey: `${place.textKey}.fields`,
    }),
  }),
};

export const STRING_FORMATS = ['email', 'url', 'phone', 'code'] as const;

function buildString(ctx: Context, map: LocatedMap): SpecificPart<'string'> {
  const pattern = textAt(ctx, map, 'pattern');
  const node = get(map, 'pattern');
  if (pattern !== null && node !== null && !('pattern' in readPattern(pattern)))
    ctx.report('NF0308', node.spot, { pattern });
  return { format: wordAt(ctx, map, 'format', STRING_FORMATS), pattern };
}

function buildSequence(ctx: Context, map: LocatedMap, place: FieldPlace): SpecificPart<'sequence'> {
  const pattern = textAt(ctx, map, 'pattern') ?? '{00000}';
  const rest = pattern.replaceAll('{yyyy}', '').replaceAll('{mm}', '');
  const runs = rest.match(/\{0+\}/g) ?? [];
  const node = get(map, 'pattern');
  if (node !== null && (runs.length !== 1 || /[{}]/.test(rest.replace(/\{0+\}/, '')))) {
    ctx.report('NF0308', node.spot, { pattern });
  }
  const given = nameAt(ctx, map, 'given')?.text ?? null;
  return { pattern, given: given !== null && ctx.names.transitions(place.entity).includes(given) ? given : null };
}

function buildMoney(ctx: Context, map: LocatedMap, place: FieldPlace): SpecificPart<'money'> | null {
  const written = nameAt(ctx, map, 'currency');
  if (written?.text.startsWith('=')) {
    const currencyFrom = expressionOf(ctx, get(map, 'currency'), { variables: place.variables, expects: 'text' });
    const scale = wholeAt(ctx, map, 'scale', [0, 10], MOST_CURRENCY_DECIMALS);
    return { ...numeric(ctx, map), currency: UNDECIDED, currencyFrom, scale };
  }
  const currency = written?.text ?? ctx.names.currency;
  if (currency === null) {
    ctx.report('NF0305', map.spot);
    return null;
  }
  if (written !== null && !isCurrency(currency)) ctx.report('NF0114', written.spot, { name: currency });
  return {
    ...numeric(ctx, map),
    currency,
    currencyFrom: null,
    scale: wholeAt(ctx, map, 'scale', [0, 10], currencyDecimals(currency)),
  };
}

function buildReference(ctx: Context, map: LocatedMap, place: FieldPlace): Readonly<Record<string, unknown>> | null {
  const common = buildReferences(ctx, map, place);
  if (common === null) return null;
  const find = get(map, 'find');
  return {
    ...common,
    ...furtherTargets(ctx, map),
    onDelete: wordAt(ctx, map, 'on_delete', ON_DELETE) ?? 'restrict',
    find: conditionOf(ctx, find, pickPlace(ctx, map, place, common.to)),
  };
}

function buildReferences(ctx: Context, map: LocatedMap, place: FieldPlace): SpecificPart<'references'> | null {
  const to = referenceTarget(ctx, map);
  if (to === null) return null;
  const inverse = nameAt(ctx, map, 'inverse');
  if (inverse !== null) isId(ctx, 'field', inverse);
  const path = place.lines === null ? place.id : `${place.lines}_${place.id}`;
  return {
    to,
    inverse: inverse?.text ?? `${place.entity}_by_${path}`,
    where: conditionOf(ctx, get(map, 'where'), pickPlace(ctx, map, place, to)),
  };
}

/** Where one of the records that may be picked is `option`. */
function pickPlace(ctx: Context, map: LocatedMap, place: FieldPlace, to: string): ExpressionPlace {
  const option = referenceType(ctx, map) ?? { kind: 'record', entity: to };
  const variables = { ...place.variables, user: { kind: 'record', entity: 'user' } as const, option };
  return { variables, ...(place.inputs ? { input: place.inputs } : {}) };
}

/** What a reference to a line, or to one of several entities, is in an expression; null for any other. */
export function referenceType(ctx: Context, map: LocatedMap): Type | null {
  const node = get(map, 'to');
  if (node?.kind === 'list') return { kind: 'null' };
  const [entity = '', field] = node?.kind === 'scalar' ? node.text.split('.') : [];
  if (field === undefined || !ctx.names.isEntity(entity)) return null;
  return { kind: 'line', entity, field };
}

function furtherTargets(ctx: Context, map: LocatedMap): Pick<FieldOf<'reference'>, 'alsoTo' | 'toLines'> {
  const node = get(map, 'to');
  const [, toLines = null] = node?.kind === 'scalar' ? node.text.split('.') : [];
  return {
    toLines,
    alsoTo:
      node?.kind === 'list'
        ? namesOf(ctx, node)
            .map(({ text }) => text)
            .slice(1)
        : [],
  };
}

function referenceTarget(ctx: Context, map: LocatedMap): string | null {
  const node = get(map, 'to');
  if (node === null) {
    if (!isOpen(map, 'to')) ctx.report('NF0109', map.spot, { key: 'to' });
    return null;
  }
  if (node.kind === 'list' || (node.kind === 'scalar' && node.text.includes('.'))) {
    ctx.report('NF0901', node.spot, { name: node.kind === 'list' ? 'to: […]' : 'to: entity.lines' });
    const names = namesOf(ctx, node).map(({ text, spot }) => ({ text: text.replace(/\..*$/, ''), spot }));
    return knownNames(ctx, 'NF0201', names, ctx.names.entities)[0] ?? null;
  }
  const name = nameAt(ctx, map, 'to');
  if (name === null || ctx.names.isEntity(name.text)) return name?.text ?? null;
  unknown(ctx, 'NF0201', name, ctx.names.entities);
  return null;
}

/** A list of ids, or a map of ids with labels. `options: ticket.priority` takes those of another field. */
function readOptions(ctx: Context, node: Located | null, map: LocatedMap, place: FieldPlace): readonly string[] {
  if (node === null) {
    if (!isOpen(map, 'options')) ctx.report('NF0109', map.spot, { key: 'options' });
    return [];
  }
  if (node.kind === 'scalar' && /^[a-z]\w*\.[a-z]\w*$/.test(node.text)) return place.optionsOf(node);
  const ids = node.kind === 'map' ? optionMap(ctx, node, place) : optionList(ctx, node);
  if (ids.length === 0 || new Set(ids).size < ids.length) ctx.report('NF0303', node.spot);
  return [...new Set(ids)];
}

function optionMap(ctx: Context, map: LocatedMap, place: FieldPlace): readonly string[] {
  const ids: string[] = [];
  for (const [id, { keySpot, value }] of things(map)) {
    if (!isId(ctx, 'option', { text: id, spot: keySpot })) continue;
    ids.push(id);
    const key = `${place.textKey}.options.${id}.label`;
    if (value.kind === 'map') {
      knownKeys(ctx, value, KEYS.option, 'option');
      if (place.kind !== 'input')
        noteWas(ctx, 'option', [place.entity, ...(place.lines === null ? [] : [place.lines]), place.id, id], value);
      inlineText(ctx, key, get(value, 'label'));
    } else inlineText(ctx, key, value);
  }
  return ids;
}

function optionList(ctx: Context, node: Located): readonly string[] {
  const items = node.kind === 'list' ? node.items : [node];
  const names = items.filter((item) => item.kind === 'scalar');
  return names.filter((name) => isId(ctx, 'option', name)).map((name) => name.text);
}
