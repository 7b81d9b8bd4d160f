import type { EntityReaction } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { effectsOf } from './effects.ts';
import type { Shapes } from '../entities/entities.ts';
import { conditionOf, type ExpressionPlace } from '../reading/expressions.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { get, knownKeys, mapAt, mapOf, mapsAt, things } from '../reading/read.ts';
import { fieldValues } from './transition-parts.ts';

/** Compiles reactions: what happens when a condition turns true. An entity without a life cycle may have them too. */
export function reactionsOf(
  ctx: Context,
  map: LocatedMap,
  shape: Shapes[string],
  shapes: Shapes,
): readonly EntityReaction[] {
  const entity = shape.id;
  const place: ExpressionPlace = {
    variables: { record: { kind: 'record', entity }, before: { kind: 'record', entity } },
  };
  return things(mapAt(ctx, map, 'reactions')).flatMap(([id, { keySpot, value }]): readonly EntityReaction[] => {
    if (!isId(ctx, 'reaction', { text: id, spot: keySpot })) return [];
    const node = mapOf(ctx, value);
    if (node === null) return [];
    const textKey = `states.${entity}.reactions.${id}`;
    knownKeys(ctx, node, KEYS.reaction, 'reaction');
    inlineText(ctx, `${textKey}.label`, get(node, 'label'));
    if (!node.entries.has('when')) ctx.report('NF0109', node.spot, { key: 'when' });
    const when = conditionOf(ctx, get(node, 'when'), place);
    const set = mapsAt(ctx, node, 'set').flatMap((each) => fieldValues(ctx, each, shape.fields, place));
    const effects = effectsOf(ctx, node, { entity, shapes, place, textKey });
    return when === null ? [] : [{ id, when, set, effects }];
  });
}
