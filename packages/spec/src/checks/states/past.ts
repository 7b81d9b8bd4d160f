import { cyclesOf, type Entity, type Model } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';

/** Reports what is worked out from the history of an entity that keeps none: the state before, approvals, the right to read it. */
export function checkPast(ctx: Context, model: Model): void {
  for (const entity of Object.values(model.entities)) {
    if (entity.history) continue;
    for (const [place, name] of [...movesOf(entity), ...grantsOf(model, entity)]) {
      const spot = ctx.spots.get(place);
      if (spot) ctx.report('NF0361', spot, { name, entity: entity.id });
    }
  }
}

/** A place, and the word that stands there. */
type Use = readonly [place: string, name: string];

function movesOf(entity: Entity): readonly Use[] {
  return cyclesOf(entity).flatMap(({ field, lifecycle }): readonly Use[] => {
    const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
    return Object.values(lifecycle.transitions).flatMap((transition): readonly Use[] => [
      ...(transition.to === 'previous' ? [[`transition ${key}.${transition.id}`, 'previous'] as const] : []),
      ...(transition.approvals === null ? [] : [[`approvals ${key}.${transition.id}`, 'approvals'] as const]),
    ]);
  });
}

/** `all` means what there is; only a right that is written is told. */
function grantsOf({ roles }: Model, { id }: Entity): readonly Use[] {
  return Object.values(roles)
    .flatMap(({ grants }) => grants)
    .filter(({ entity, verbs }) => entity === id && verbs.history !== undefined)
    .map(({ id: grant }) => [`verb ${grant} history`, 'history'] as const);
}
