import { cyclesOf, type Effect, type EffectValue, isLines, type Model, reachOf } from '@ninefold/model';
import type { Context } from '../../compile/reading/context.ts';
import { isShownWhileMade, neededFields } from '../screens/making.ts';

/** A place that makes records: an effect, or an incoming call. */
interface Creation {
  readonly place: string;
  readonly entity: string;
  readonly values: readonly EffectValue[];
}

/** Effects and incoming calls that make records without what every record needs: each of them is refused. */
export function checkCreations(ctx: Context, model: Model): void {
  for (const { place, entity, values } of creationsOf(model)) {
    const spot = ctx.spots.get(place);
    const name = missingOf(model, entity, values);
    if (spot && name !== null) ctx.report('NF0444', spot, { name: `${entity}.${name}`, entity });
  }
}

function creationsOf({ entities, calls }: Model): readonly Creation[] {
  const made = (place: string, effects: readonly Effect[]): readonly Creation[] =>
    effects
      .map(reachOf)
      .flatMap(({ makes, gives }) => (makes === null ? [] : [{ place, entity: makes, values: gives }]));
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
  return [...ofEntities, ...ofCalls.map(({ id, entity, values }) => ({ place: `call in.${id}`, entity, values }))];
}

/** The first field without which no record is made, and which nothing gives here; null where there is none. */
function missingOf({ entities }: Model, id: string, values: readonly EffectValue[]): string | null {
  const entity = entities[id];
  if (!entity) return null;
  const set = entity.lifecycle?.transitions['create']?.set ?? [];
  const given = new Set([...values, ...set].map(({ field }) => field));
  const missing = neededFields(entity).find((field) => isShownWhileMade(field) && !given.has(field.id));
  return missing?.id ?? values.map((value) => missingOfLines(entity.fields, value)).find((one) => one !== null) ?? null;
}

function missingOfLines(fields: Parameters<typeof neededFields>[0]['fields'], value: EffectValue): string | null {
  const lines = fields[value.field];
  if (!('lines' in value) || !lines || !isLines(lines)) return null;
  const needed = neededFields(lines).filter(isShownWhileMade);
  const lacks = needed.find(({ id }) => value.lines.some((line) => !line.some(({ field }) => field === id)));
  return lacks === undefined ? null : `${value.field}.${lacks.id}`;
}
