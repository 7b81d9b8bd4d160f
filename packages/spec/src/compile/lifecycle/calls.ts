import type { CallKind, Calls, Entity, OutCall } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { CALLS } from '../kinds/calls.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownKeys, mapAt, mapOf, required, things, wholeAt, wordAt } from '../reading/read.ts';
import { inCall } from './in-calls.ts';
import { secretOf } from './secrets.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What is known where calls are read. */
export interface CallsPlace {
  readonly entities: Readonly<Record<string, Entity>>;
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

function outCall(ctx: Context, id: string, map: LocatedMap): OutCall | null {
  if (!required(ctx, map, 'url')) return null;
  return {
    id,
    method: wordAt(ctx, map, 'method', METHODS) ?? 'POST',
    secret: secretOf(ctx, map, `out.${id}`),
    retry: map.entries.has('retry') ? wholeAt(ctx, map, { key: 'retry', bounds: [0, 100], otherwise: 0 }) : null,
    timeout: map.entries.has('timeout') ? wholeAt(ctx, map, { key: 'timeout', bounds: [1, 600], otherwise: 30 }) : null,
  };
}
