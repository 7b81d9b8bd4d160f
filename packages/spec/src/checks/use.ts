import type { Effect, Model } from '@ninefold/model';
import type { Context } from '../compile/context.ts';

/** Limits that nothing reads, outgoing calls that nothing makes, and catalogue entries that nothing raises. */
export function checkUse(ctx: Context, model: Model): void {
  for (const { id, runtime } of Object.values(model.limits)) {
    const spot = ctx.spots.get(`limit ${id}`);
    if (!runtime && !ctx.limitsRead.has(id) && spot) ctx.report('NF1003', spot, { name: id });
  }
  const made = new Set(effectsOf(model).map((effect) => (effect.effect === 'call' ? effect.call : '')));
  for (const [place, spot] of ctx.spots) {
    const name = /^call out\.(.+)$/.exec(place)?.[1];
    if (name !== undefined && !made.has(name)) ctx.report('NF1007', spot, { name });
  }
  const raised = new Set(Object.values(model.entities).flatMap(({ rules }) => rules.map(({ error }) => error)));
  for (const id of Object.keys(model.errors)) {
    const spot = ctx.spots.get(`error ${id}`);
    if (!raised.has(id) && spot) ctx.report('NF1005', spot, { name: id });
  }
}

/** The effects of all transitions and reactions. */
export function effectsOf(model: Model): readonly Effect[] {
  return Object.values(model.entities).flatMap(({ lifecycle, lifecycles, reactions }) => [
    ...[...(lifecycle ? [lifecycle] : []), ...Object.values(lifecycles)].flatMap(({ transitions }) =>
      Object.values(transitions).flatMap((transition) => transition.effects),
    ),
    ...reactions.flatMap((reaction) => reaction.effects),
  ]);
}
