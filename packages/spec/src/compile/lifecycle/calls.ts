import type { CallKind, Calls, Expression, InCall, OutCall } from '@ninefold/model';
import type { Located, LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { CALLS } from '../kinds/calls.ts';
import { effectValues } from './effects.ts';
import type { Shapes } from '../entities/entities.ts';
import { conditionOf, expressionOf, type ExpressionPlace } from '../reading/expressions.ts';
import { fieldValues } from './transition-parts.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { literal } from '../entities/literals.ts';
import {
  get,
  knownKeys,
  knownNames,
  mapAt,
  mapOf,
  nameAt,
  required,
  scalarOf,
  things,
  unknown,
  wholeAt,
  wordAt,
} from '../reading/read.ts';
import { own } from '../reading/tree.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What is known where calls are read. */
interface CallsPlace {
  readonly shapes: Shapes;
  /** The entities whose transitions and reactions make an outgoing call: it reads their `record`. */
  readonly callers: (call: string) => readonly string[];
}

type ReadCall<C> = (ctx: Context, id: string, map: LocatedMap, at: CallsPlace) => C | null;

/** How a call of each kind is read. */
const READ: { readonly [K in CallKind]: ReadCall<Calls[K][string]> } = { out: outCall, in: inCall };

/** Point 7. */
export function compileCalls(ctx: Context, map: LocatedMap | null, at: CallsPlace): Calls {
  if (map !== null) knownKeys(ctx, map, KEYS.calls, 'calls');
  return { out: callsOf(ctx, map, 'out', at), in: callsOf(ctx, map, 'in', at) };
}

function callsOf<K extends CallKind>(
  ctx: Context,
  map: LocatedMap | null,
  kind: K,
  at: CallsPlace,
): Readonly<Record<string, Calls[K][string]>> {
  const read = READ[kind] as ReadCall<Calls[K][string]>; // the table pairs each kind with its call
  const written = map === null ? null : mapAt(ctx, map, kind);
  const calls = things(written).flatMap(
    ([id, { keySpot, value }]): readonly (readonly [string, Calls[K][string]])[] => {
      if (!isId(ctx, 'call', { text: id, spot: keySpot })) return [];
      ctx.spots.set(`call ${kind}.${id}`, keySpot);
      const node = mapOf(ctx, value);
      if (node === null) return [];
      const { keys } = CALLS[kind];
      knownKeys(ctx, node, KEYS[keys], keys);
      inlineText(ctx, `calls.${kind}.${id}.label`, get(node, 'label'));
      const call = read(ctx, id, node, at);
      return call === null ? [] : [[id, call]];
    },
  );
  return Object.fromEntries(calls);
}

/** Read once for each entity that makes the call; without any, its record is unknown and its expressions stay unread. */
function outCall(ctx: Context, id: string, map: LocatedMap, { shapes, callers }: CallsPlace): OutCall | null {
  const isComplete = required(ctx, map, 'url');
  const plain = {
    id,
    method: wordAt(ctx, map, 'method', METHODS) ?? 'POST',
    secret: secretOf(ctx, map),
    retry: wholeAt(ctx, map, { key: 'retry', bounds: [0, 100], otherwise: 0 }),
    timeout: map.entries.has('timeout') ? wholeAt(ctx, map, { key: 'timeout', bounds: [1, 600], otherwise: 30 }) : null,
  };
  const read = callers(id).map((entity) => outExpressions(ctx, map, entity, shapes));
  const [first] = read;
  if (!isComplete || first === undefined || first.url === null) return null;
  return { ...plain, ...first, url: first.url };
}

function outExpressions(
  ctx: Context,
  map: LocatedMap,
  entity: string,
  shapes: Shapes,
): Pick<OutCall, 'when' | 'body' | 'headers' | 'writes'> & { readonly url: Expression | null } {
  const place: ExpressionPlace = { variables: { record: { kind: 'record', entity } } };
  const answered: ExpressionPlace = { variables: { ...place.variables, answer: { kind: 'null' } } };
  const fields = shapes[entity]?.fields ?? {};
  return {
    url: urlOf(ctx, map, place),
    when: conditionOf(ctx, get(map, 'when'), place),
    body: valuesOf(ctx, map, 'body', place),
    headers: valuesOf(ctx, map, 'headers', place),
    writes: Object.fromEntries(
      fieldValues(ctx, mapAt(ctx, map, 'then'), fields, answered).map(({ field, value }) => [field, value]),
    ),
  };
}

function urlOf(ctx: Context, map: LocatedMap, place: ExpressionPlace): Expression | null {
  const node = get(map, 'url');
  return node === null ? null : textOrExpression(ctx, node, { ...place, expects: 'text' });
}

/** The names are chosen by the other system. A value is a text, or an expression after `=`. */
function valuesOf(
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
  return !isText ? expressionOf(ctx, scalar, place) : literal(scalar.text, { kind: 'text' }, scalar.text);
}

function secretOf(ctx: Context, map: LocatedMap): string | null {
  const name = nameAt(ctx, map, 'secret');
  return name !== null && isId(ctx, 'call', name) ? name.text : null;
}

function inCall(ctx: Context, id: string, map: LocatedMap, { shapes }: CallsPlace): InCall | null {
  const secret = secretOf(ctx, map);
  const name = required(ctx, map, 'creates') ? nameAt(ctx, map, 'creates') : null;
  if (name === null) return null;
  const shape = own(shapes, name.text);
  if (!shape) {
    unknown(ctx, 'NF0201', name, Object.keys(shapes));
    return null;
  }
  const key = nameAt(ctx, map, 'key');
  const [known = null] = key === null ? [] : knownNames(ctx, 'NF0202', [key], Object.keys(shape.fields));
  const place: ExpressionPlace = { variables: { body: { kind: 'null' } } };
  const values = effectValues(ctx, mapAt(ctx, map, 'map'), shape.fields, place);
  return { id, creates: name.text, key: known, secret, values };
}
