import {
  boundedOf,
  hasOptions,
  isDrawn,
  isMany,
  isOneOption,
  isReference,
  readValue,
  type Expression,
  type Field,
  type FieldType,
  type Node,
  type Type,
  type Wire,
} from '@ninefold/model';
import type { Located, LocatedScalar } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { fieldType } from '../reading/field-type.ts';
import { meantInstead } from '../reading/meant-value.ts';
import { definitionOf } from '../field-types/registry.ts';
import { unknown } from '../reading/read.ts';

/** A literal as an expression: numbers as decimal text, dates and instants in ISO form. */
export function literal(source: string, type: Type, value: string | boolean | null): Expression {
  return { source, type, tree: { node: 'literal', type, value }, reads: [] };
}

/** A value in wire form as a literal of an expression: numbers as decimal text. */
function literalValue(wire: Wire): string | boolean | null {
  if (typeof wire === 'number') return String(wire);
  return typeof wire === 'string' || typeof wire === 'boolean' ? wire : null;
}

/** A literal value of a field (its default, what `set` and `preset` give); null, and reported, where it does not fit. */
export function literalOf(ctx: Context, node: Located, field: Field): Expression | null {
  if (isMany(field.type) && hasOptions(field)) return listLiteral(ctx, node, field.options, fieldType(field));
  if (node.kind !== 'scalar') return misfit(ctx, node, field);
  if (isOneOption(field)) {
    const option = optionOf(ctx, node, field.options);
    return option === null ? null : literal(node.text, { kind: 'text' }, option);
  }
  if (isReference(field)) {
    ctx.report('NF0315', node.spot, { name: node.text });
    return null;
  }
  const value = isBare(node, field) ? literalValue(readValue(field, node.text) ?? null) : null;
  if (value === null || isDrawn(field)) return misfit(ctx, node, field);
  noteForgottenSign(ctx, node);
  return literal(node.text, fieldType(field), typeof value === 'string' ? shortened(value.trim(), field) : value);
}

/** Reports a text that reads like an expression whose equals sign was forgotten: it is taken as these words. */
export function noteForgottenSign(ctx: Context, { text, spot }: LocatedScalar): void {
  const name = text.trim().replaceAll('"', "'"); // it is shown in quotes
  if (PATH.test(name)) ctx.report('NF0326', spot, { name });
}

/** A path, alone or with something added to it. */
const PATH =
  /^(?:record|before|line|input|user|limits|option|each|body|answer)(?:\.[a-z][a-z0-9_]*)+(?:\s*\+\s*\S.*)?$/;

/** Numbers and booleans are written without quotes. */
function isBare({ plain }: LocatedScalar, { type }: Field): boolean {
  return plain || !definitionOf(type).bare;
}

/** A number without trailing zeros. */
function shortened(value: string, field: Field): string {
  return fieldType(field).kind === 'number' ? value.replace(/^(-?\d+)(?:\.0*)?$/, '$1') : value;
}

function misfit(ctx: Context, node: Located, field: Field): null {
  const meant = node.kind === 'scalar' && !isDrawn(field) ? meantInstead(node, field, 'either') : {};
  if (node.kind !== 'open') ctx.report('NF0301', node.spot, { type: field.type, ...meant });
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

/** A bound: the length of a text, the count of a list, the bytes of a file, or a value of the field's own type. */
export function boundLiteral(ctx: Context, node: Located, field: Field): Expression | null {
  if (!isCounted(field.type))
    return boundedOf(field.type) === null ? misfit(ctx, node, field) : literalOf(ctx, node, field);
  if (node.kind === 'scalar' && node.plain && /^\d{1,9}$/.test(node.text)) {
    return literal(node.text, { kind: 'number' }, String(Number(node.text)));
  }
  ctx.report('NF0106', node.spot, { min: '0', max: '999999999' });
  return null;
}

/** Whether `min` and `max` count characters, items or bytes. */
export function isCounted(type: FieldType): boolean {
  const bounded = boundedOf(type);
  return bounded === 'length' || bounded === 'count' || bounded === 'bytes';
}
