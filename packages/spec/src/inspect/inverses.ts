import { inversesOf, type Field, type Model } from '@ninefold/model';
import type { Occurrence } from './symbols.ts';
import { textSpot, type Visit } from './visit.ts';

type Reference = Extract<Field, { readonly inverse: string }>;

/** `inverse: members` declares a name on the entity that is referred to. */
export function declaredInverses(model: Model, visits: readonly Visit[]): readonly Occurrence[] {
  return visits.flatMap((visit) => {
    if (visit.what !== 'value' || visit.key !== 'inverse' || visit.where.fields !== 'field') return [];
    const field = referencesOf(model, visit.where.entity ?? '').find(({ id }) => id === visit.where.field);
    if (field?.inverse !== visit.node.text) return [];
    return [{ symbol: `field ${field.to}.${field.inverse}`, spot: textSpot(visit.node), declares: true }];
  });
}

/** Gives what stands in a section of related records the entity of those records. */
export function amongRelated(model: Model | null, visits: readonly Visit[]): readonly Visit[] {
  const inverses = inversesOf(model?.entities ?? {});
  return visits.map((visit) => {
    const { entity, related } = visit.where;
    if (related === null) return visit;
    return { ...visit, where: { ...visit.where, entity: inverses(entity ?? '').get(related)?.entity.id ?? '' } };
  });
}

/** `record.ticket_by_team`, a name that nobody wrote, names the entity and the field from which it is derived. */
export function namesInInverses(model: Model, mentions: readonly Occurrence[]): readonly Occurrence[] {
  const unwritten = new Map<string, { readonly entity: string; readonly field: string }>(
    Object.values(model.entities).flatMap((entity) =>
      referencesOf(model, entity.id)
        .filter(({ id, inverse }) => inverse === `${entity.id}_by_${id}`)
        .map((field) => [`field ${field.to}.${field.inverse}`, { entity: entity.id, field: field.id }] as const),
    ),
  );
  return mentions.flatMap(({ symbol, spot }) => {
    const made = unwritten.get(symbol);
    if (!made || spot.end - spot.start !== `${made.entity}_by_${made.field}`.length) return [];
    const from = spot.start + made.entity.length + '_by_'.length;
    return [
      { symbol: `entity ${made.entity}`, spot: { ...spot, end: spot.start + made.entity.length }, declares: false },
      { symbol: `field ${made.entity}.${made.field}`, spot: { ...spot, start: from }, declares: false },
    ];
  });
}

function referencesOf(model: Model, entity: string): readonly Reference[] {
  const fields = Object.hasOwn(model.entities, entity) ? (model.entities[entity]?.fields ?? {}) : {};
  return Object.values(fields).filter((field): field is Reference => 'inverse' in field);
}
