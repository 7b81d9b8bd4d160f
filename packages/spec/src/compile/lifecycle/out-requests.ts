import type { Expression, Field, OutRequest } from '@ninefold/model';
import type { Located, LocatedMap } from '../../located.ts';
import { literal, noteForgottenSign } from '../entities/literals.ts';
import type { Context } from '../reading/context.ts';
import { conditionOf, expressionOf, type ExpressionPlace } from '../reading/expressions.ts';
import { get, mapAt, scalarOf } from '../reading/read.ts';
import { fieldValues } from './transition-parts.ts';

/** Whose record a call reads, and into which fields its answer may be written. */
export interface RequestPlace {
  readonly place: ExpressionPlace;
  readonly fields: Readonly<Record<string, Field>>;
}

/**
 * What an outgoing call sends where an effect makes it. Its expressions see `record`, of the entity of the effect; those of `then`
 * see what was answered too.
 */
export function outRequest(ctx: Context, map: LocatedMap, { place: given, fields }: RequestPlace): OutRequest | null {
  const { record } = given.variables;
  const place: ExpressionPlace = { variables: record === undefined ? {} : { record } };
  const answered: ExpressionPlace = { variables: { ...place.variables, answer: { kind: 'null' } } };
  const address = get(map, 'url');
  const url = address === null ? null : textOrExpression(ctx, address, { ...place, expects: 'text' });
  const written = fieldValues(ctx, mapAt(ctx, map, 'then'), fields, answered);
  const request = {
    when: conditionOf(ctx, get(map, 'when'), place),
    body: valuesAt(ctx, map, 'body', place),
    headers: valuesAt(ctx, map, 'headers', place),
    writes: Object.fromEntries(written.map(({ field, value }) => [field, value])),
  };
  return url === null ? null : { url, ...request };
}

/** The names are chosen by the other system. A value is a text, or an expression after `=`. */
function valuesAt(
  ctx: Context,
  map: LocatedMap,
  key: string,
  place: ExpressionPlace,
): Readonly<Record<string, Expression>> {
  const node = mapAt(ctx, map, key);
  if (node === null) return {};
  const values = [...node.entries].flatMap(([name, { value }]) => {
    const read = textOrExpression(ctx, value, place);
    return read === null ? [] : [[name, read] as const];
  });
  return Object.fromEntries(values);
}

function textOrExpression(ctx: Context, node: Located, place: ExpressionPlace): Expression | null {
  const scalar = scalarOf(ctx, node);
  const isText = scalar !== null && !/^\s*=/.test(scalar.text);
  if (!isText) return expressionOf(ctx, scalar, place);
  noteForgottenSign(ctx, scalar);
  return literal(scalar.text, { kind: 'text' }, scalar.text);
}
