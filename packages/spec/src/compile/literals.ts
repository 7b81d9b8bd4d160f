import {
  formatDecimal,
  isDate,
  parseDecimal,
  parseInstant,
  type Expression,
  type Field,
  type Node,
  type Type,
} from '@ninefold/model';
import type { Located, LocatedScalar } from '../load/located.ts';
import type { Context } from './context.ts';
import { fieldType } from './field-type.ts';
import { unknown } from './read.ts';

/** A literal as an expression: numbers as decimal text, dates and instants in ISO form. */
export function literal(source: string, type: Type, value: string | boolean | null): Expression {
  return { source, type, tree: { node: 'literal', type, value }, reads: [] };
}

type Reading = (field: Field, text: LocatedScalar) => string | boolean | null;

const decimal: Reading = (field, { text, plain }) => {
  const value = plain ? parseDecimal(text) : null;
  const scale = 'scale' in field ? field.scale : 0;
  return value === null ? null : formatDecimal(value, scale).replace(/^(-?\d+)(?:\.0*)?$/, '$1');
};
const asText: Reading = (_field, { text }) => text.normalize('NFC').trim();

const READINGS: Readonly<Partial<Record<Field['type'], Reading>>> = {
  string: asText,
  text: asText,
  integer: (_field, { text, plain }) => (plain && /^[-+]?\d{1,15}$/.test(text) ? String(Number(text)) : null),
  number: decimal,
  money: decimal,
  percent: decimal,
  boolean: (_field, { text, plain }) => (plain && (text === 'true' || text === 'false') ? text === 'true' : null),
  date: (_field, { text }) => (isDate(text) ? text : null),
  datetime: (_field, { text }) => parseInstant(text),
};

/** A literal value of a field (its default, what `set` and `preset` give); null, and reported, where it does not fit. */
export function literalOf(ctx: Context, node: Located, field: Field): Expression | null {
  if (field.type === 'choices') return listLiteral(ctx, node, field.options, fieldType(field));
  if (node.kind !== 'scalar') return misfit(ctx, node, field);
  if (field.type === 'choice') {
    const option = optionOf(ctx, node, field.options);
    return option === null ? null : literal(node.text, { kind: 'text' }, option);
  }
  if (field.type === 'reference' || field.type === 'references') {
    ctx.report('NF0315', node.spot, { name: node.text });
    return null;
  }
  const value = READINGS[field.type]?.(field, node) ?? null;
  return value === null ? misfit(ctx, node, field) : literal(node.text, fieldType(field), value);
}

function misfit(ctx: Context, node: Located, field: Field): null {
  if (node.kind !== 'open') ctx.report('NF0301', node.spot, { type: field.type });
  return null;
}

function optionOf(ctx: Context, node: LocatedScalar, options: readonly string[]): string | null {
  if (options.includes(node.text)) return node.text;
  unknown(ctx, 'NF0302', node, options);
  return null;
}

function listLiteral(ctx: Context, node: Located, options: readonly string[], type: Type): Expression | null {
  const items = node.kind === 'list' ? node.items : [node];
  const nodes: Node[] = [];
  for (const item of items) {
    const option = item.kind === 'scalar' ? optionOf(ctx, item, options) : null;
    if (option === null) return null;
    nodes.push({ node: 'literal', type: { kind: 'text' }, value: option });
  }
  const source = JSON.stringify(nodes.map((item) => (item.node === 'literal' ? item.value : null)));
  return { source, type, tree: { node: 'list', type, items: nodes }, reads: [] };
}

/** A bound: the length of a text, the count of a list, or a value of the field's own type. */
export function boundLiteral(ctx: Context, node: Located, field: Field): Expression | null {
  if (!COUNTED.has(field.type)) return BOUNDED.has(field.type) ? literalOf(ctx, node, field) : misfit(ctx, node, field);
  if (node.kind === 'scalar' && node.plain && /^\d{1,9}$/.test(node.text)) {
    return literal(node.text, { kind: 'number' }, String(Number(node.text)));
  }
  ctx.report('NF0106', node.spot, { min: '0', max: '999999999' });
  return null;
}

/** Types whose `min` and `max` count characters or items. */
export const COUNTED: ReadonlySet<Field['type']> = new Set(['string', 'text', 'choices', 'references', 'lines']);
const BOUNDED: ReadonlySet<Field['type']> = new Set(['integer', 'number', 'money', 'percent', 'date', 'datetime']);
