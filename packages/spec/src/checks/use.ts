import { reachOfAll, type Model } from '@ninefold/model';
import type { Context } from '../compile/reading/context.ts';

/** Reports limits that nothing reads, outgoing calls that nothing makes, and catalogue entries that nothing raises. */
export function checkUse(ctx: Context, model: Model): void {
  for (const { id, runtime } of Object.values(model.limits)) {
    const spot = ctx.spots.get(`limit ${id}`);
    if (!runtime && !ctx.limitsRead.has(id) && spot) ctx.report('NF1003', spot, { name: id });
  }
  const made = new Set(reachOfAll(model).map(({ calls }) => calls?.id));
  for (const [place, spot] of ctx.spots) {
    const name = /^call out\.(.+)$/.exec(place)?.[1];
    if (name !== undefined && !made.has(name)) ctx.report('NF1007', spot, { name });
  }
  const raised = new Set<string | null>(
    Object.values(model.entities).flatMap(({ rules, noOverlaps }) =>
      [...rules, ...noOverlaps].map(({ error }) => error),
    ),
  );
  for (const id of Object.keys(model.errors)) {
    const spot = ctx.spots.get(`error ${id}`);
    if (!raised.has(id) && spot) ctx.report('NF1005', spot, { name: id });
  }
}
