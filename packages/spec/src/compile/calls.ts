import type { Calls, Expression, InCall, OutCall } from '@ninefold/model';
import type { Located, LocatedMap } from '../load/located.ts';
import { inlineText, type Context } from './context.ts';
import { effectValues } from './effects.ts';
import type { Shapes } from './entities.ts';
import { conditionOf, expressionOf, type ExpressionPlace } from './expressions.ts';
import { fieldValues } from './transition-parts.ts';
import { isId } from './ids.ts';
import { KEYS } from './keys.ts';
import { literal } from './literals.ts';
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
} from './read.ts';
import { own } from './tree.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Point 7. `callers` are the entities whose transitions and reactions make an outgoing call: it reads their `record`. */
export function compileCalls(
  ctx: Context,
  map: LocatedMap | null,
  shapes: Shapes,
  callers: (call: string) => readonly string[],
): Calls {
  if (map === null) return { out: {}, in: {} };
  knownKeys(ctx, map, KEYS.calls, 'calls');
  const out: Record<string, OutCall> = {};
  for (const [id, node] of callsAt(ctx, map, 'out')) {
    const call = outCall(ctx, id, node, shapes, callers(id));
    if (call !== null) out[id] = call;
  }
  const incoming: Record<string, InCall> = {};
  for (const [id, node] of callsAt(ctx, map, 'in')) {
    const call = inCall(ctx, id, node, shapes);
    if (call !== null) incoming[id] = call;
  }
  return { out, in: incoming };
}

function callsAt(ctx: Context, map: LocatedMap, key: 'out' | 'in'): readonly (readonly [string, LocatedMap])[] {
  return things(mapAt(ctx, map, key)).flatMap(([id, { keySpot, value }]) => {
    if (!isId(ctx, 'call', { text: id, spot: keySpot })) return [];
    ctx.spots.set(`call ${key}.${id}`, keySpot);
    const node = mapOf(ctx, value);
    return node === null ? [] : [[id, node] as const];
  });
}

/** Read once for each entity that makes the call; without any, its record is unknown and its expressions stay unread. */
function outCall(
  ctx: Context,
  id: string,
  map: LocatedMap,
  shapes: Shapes,
  callers: readonly string[],
): OutCall | null {
  knownKeys(ctx, map, KEYS.outCall, 'outCall');
  inlineText(ctx, `calls.out.${id}.label`, get(map, 'label'));
  const isComplete = required(ctx, map, 'url');
  const plain = {
    id,
    method: wordAt(ctx, map, 'method', METHODS) ?? 'POST',
    secret: secretOf(ctx, map),
    retry: wholeAt(ctx, map, 'retry', [0, 100], 0),
    timeout: map.entries.has('timeout') ? wholeAt(ctx, map, 'timeout', [1, 600], 30) : null,
  };
  const read = callers.map((entity) => outExpressions(ctx, map, entity, shapes));
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

/** Names of the other side's choice; a text, or an expression after `=`. */
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

function inCall(ctx: Context, id: string, map: LocatedMap, shapes: Shapes): InCall | null {
  knownKeys(ctx, map, KEYS.inCall, 'inCall');
  inlineText(ctx, `calls.in.${id}.label`, get(map, 'label'));
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
