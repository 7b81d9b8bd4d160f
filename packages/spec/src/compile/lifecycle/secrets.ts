import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { isId } from '../reading/ids.ts';
import { nameAt } from '../reading/read.ts';

/** The name of a secret that each installation sets. */
export function secretOf(ctx: Context, map: LocatedMap, call: string): string | null {
  const name = nameAt(ctx, map, 'secret');
  if (name === null || !isId(ctx, 'call', name)) return null;
  ctx.spots.set(`secret ${call}`, name.spot);
  return name.text;
}
