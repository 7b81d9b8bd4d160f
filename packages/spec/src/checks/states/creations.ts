import { cyclesOf, type Effect, type EffectValue, type Model, reachOf } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { missingIn } from '../../reasoning/lacking.ts';

/** A place that makes records: an effect, or an incoming call. */
interface Creation {
  readonly place: string;
  readonly makes: string;
  readonly gives: readonly EffectValue[];
}

/** Effects and incoming calls that make records without what every record needs: each of them is refused. */
export function checkCreations(ctx: Context, model: Model): void {
  for (const { place, makes, gives } of creationsOf(model)) {
    const spot = ctx.spots.get(place);
    const name = missingIn(model, { makes, gives });
    if (spot && name !== null) ctx.report('NF0444', spot, { name: `${makes}.${name}`, entity: makes });
  }
}

function creationsOf({ entities, calls }: Model): readonly Creation[] {
  const made = (place: string, effects: readonly Effect[]): readonly Creation[] =>
    effects.map(reachOf).flatMap(({ makes, gives }) => (makes === null ? [] : [{ place, makes, gives }]));
  const ofEntities = Object.values(entities).flatMap((entity) => [
    ...cyclesOf(entity).flatMap(({ field, lifecycle }) => {
      const key = field === 'state' ? entity.id : `${entity.id}.${field}`;
      return Object.values(lifecycle.transitions).flatMap(({ id, effects }) =>
        made(`transition ${key}.${id}`, effects),
      );
    }),
    ...entity.reactions.flatMap(({ id, effects }) => made(`reaction ${entity.id}.${id}`, effects)),
  ]);
  const ofCalls = Object.values(calls.in).filter(({ find }) => find === null);
  return [
    ...ofEntities,
    ...ofCalls.map(({ id, entity, values }) => ({
      place: `call in.${id}`,
      makes: entity,
      gives: values,
    })),
  ];
}
