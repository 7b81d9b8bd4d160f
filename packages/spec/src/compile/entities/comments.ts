import type { Commenting } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { KEYS } from '../reading/keys.ts';
import { flagAt, get, knownKeys, knownNames, namesAt } from '../reading/read.ts';

/** `comments: true`, or a map that names the roles of internal comments. */
export function commentsOf(ctx: Context, id: string, map: LocatedMap): Commenting | null {
  const entry = map.entries.get('comments');
  if (entry) ctx.spots.set(`comments ${id}`, entry.keySpot);
  const node = get(map, 'comments');
  if (node?.kind !== 'map') return flagAt(ctx, map, 'comments') ? { internal: [] } : null;
  knownKeys(ctx, node, KEYS.comments, null);
  const names = namesAt(ctx, node, 'internal');
  for (const { text, spot } of names) ctx.spots.set(`internal ${id}.${text}`, spot);
  return { internal: [...new Set(knownNames(ctx, 'NF0203', names, ctx.names.roles))] };
}
