import type { LocatedMap } from '../../located.ts';
import type { Context } from '../reading/context.ts';
import { isId } from '../reading/ids.ts';
import { nameAt } from '../reading/read.ts';

/** The name of a secret that each installation sets. */
export function secretOf(ctx: Context, map: LocatedMap): string | null {
  const name = nameAt(ctx, map, 'secret');
  return name !== null && isId(ctx, 'call', name) ? name.text : null;
}
