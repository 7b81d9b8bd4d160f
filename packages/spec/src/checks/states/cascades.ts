import type { Model } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { edgesOf, sightOf, type Edges } from './led-to.ts';

/** Effects of transitions and reactions that lead back to where they began. What goes down or up a tree comes to an end. */
export function checkCascades(ctx: Context, model: Model): void {
  const edges = edgesOf(sightOf(model));
  const told = new Set<string>();
  for (const start of edges.keys()) {
    if (told.has(start)) continue;
    const way = wayBack(edges, start);
    const spot = ctx.spots.get(`transition ${start}`) ?? ctx.spots.get(`reaction ${start}`);
    if (way === null || !spot) continue;
    ctx.report('NF0415', spot, { name: start, way: way.join(' → ') });
    for (const one of way) told.add(one);
  }
}

/** The shortest way from something back to itself. */
function wayBack(edges: Edges, start: string): readonly string[] | null {
  const seen = new Set<string>();
  let ends: readonly (readonly string[])[] = [[start]];
  while (ends.length > 0) {
    const next: (readonly string[])[] = [];
    for (const way of ends) {
      for (const to of edges.get(way.at(-1) ?? '') ?? []) {
        if (to === start) return [...way, to];
        if (seen.has(to)) continue;
        seen.add(to);
        next.push([...way, to]);
      }
    }
    ends = next;
  }
  return null;
}
