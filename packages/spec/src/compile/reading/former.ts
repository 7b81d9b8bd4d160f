import type { Dropped, FormerIds, Renamed } from '../../application.ts';
import type { LocatedMap, Spot } from '../../located.ts';
import type { Context } from './context.ts';
import { isId } from './ids.ts';
import { nameAt, namesAt } from './read.ts';

/** The former ids that were named, each with its place. */
export interface FormerNotes {
  readonly renamed: (Renamed & { readonly spot: Spot })[];
  readonly dropped: (Dropped & { readonly spot: Spot })[];
}

/** `was: old_id` of the thing at this path. */
export function noteWas(ctx: Context, kind: Renamed['kind'], path: readonly string[], map: LocatedMap): void {
  const name = nameAt(ctx, map, 'was');
  if (name !== null && isId(ctx, kind, name)) ctx.former.renamed.push({ kind, path, was: name.text, spot: name.spot });
}

/** The former id that was noted of the thing at this path; null where none was. */
export function wasOf({ former }: Context, kind: Renamed['kind'], path: readonly string[]): string | null {
  const place = path.join('.');
  return former.renamed.find((one) => one.kind === kind && one.path.join('.') === place)?.was ?? null;
}

/** `dropped: [old_id]` beside the things that are still there. */
export function noteDropped(ctx: Context, kind: Dropped['kind'], above: readonly string[], map: LocatedMap): void {
  for (const name of namesAt(ctx, map, 'dropped'))
    if (isId(ctx, kind, name)) ctx.former.dropped.push({ kind, path: [...above, name.text], spot: name.spot });
}

export function formerOf({ renamed, dropped }: FormerNotes): FormerIds {
  return {
    renamed: renamed.map(({ kind, path, was }) => ({ kind, path, was })),
    dropped: dropped.map(({ kind, path }) => ({ kind, path })),
  };
}
