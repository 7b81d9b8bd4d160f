import type { EntityReaction } from '@ninefold/model';
import type { LocatedMap } from '../../located.ts';
import { inlineText, type Context } from '../reading/context.ts';
import { effectsOf } from './effects.ts';
import type { Shapes } from '../entities/entities.ts';
import { everyOf } from './every.ts';
import { ALWAYS, conditionOf, type ExpressionPlace } from '../reading/expressions.ts';
import { noteWas } from '../reading/former.ts';
import { isId } from '../reading/ids.ts';
import { KEYS } from '../reading/keys.ts';
import { flagAt, get, knownKeys, mapAt, mapOf, mapsAt, things } from '../reading/read.ts';
import { fieldValues } from './transition-parts.ts';

/** Where a reaction is written. */
interface ReactionPlace {
  readonly shape: Shapes[string];
  readonly shapes: Shapes;
}

/** Compiles reactions: what happens when a condition turns true, or by a calendar. An entity without a life cycle may have them too. */
export function reactionsOf(
  ctx: Context,
  map: LocatedMap,
  shape: Shapes[string],
  shapes: Shapes,
): readonly EntityReaction[] {
  return things(mapAt(ctx, map, 'reactions')).flatMap(([id, { keySpot, value }]): readonly EntityReaction[] => {
    if (!isId(ctx, 'reaction', { text: id, spot: keySpot })) return [];
    const node = mapOf(ctx, value);
    return node === null ? [] : reactionOf(ctx, id, node, { shape, shapes });
  });
}

function reactionOf(
  ctx: Context,
  id: string,
  node: LocatedMap,
  { shape, shapes }: ReactionPlace,
): readonly EntityReaction[] {
  const entity = shape.id;
  const textKey = `states.${entity}.reactions.${id}`;
  knownKeys(ctx, node, KEYS.reaction, 'reaction');
  noteWas(ctx, 'reaction', [entity, id], node);
  inlineText(ctx, `${textKey}.label`, get(node, 'label'));
  const isTimed = node.entries.has('every');
  const once = flagAt(ctx, node, 'once');
  refuseTogether(ctx, id, node, once);
  const record = once ? {} : { record: { kind: 'record', entity } as const };
  const before = once || isTimed ? {} : { before: { kind: 'record', entity } as const };
  const place: ExpressionPlace = { variables: { ...record, ...before } };
  const written = get(node, 'when');
  ctx.spots.set(`reaction ${entity}.${id}`, written?.spot ?? node.spot);
  // it is asked of the record as it was, too
  const when = written === null && isTimed ? ALWAYS : conditionOf(ctx, written, { variables: record });
  const set = mapsAt(ctx, node, 'set').flatMap((each) => fieldValues(ctx, each, shape.fields, place));
  const effects = effectsOf(ctx, node, { entity, shapes, place, textKey });
  const every = everyOf(ctx, node, id);
  if (when === null || (isTimed && every === null)) return [];
  return [{ id, when, turnedBy: isTimed ? 'calendar' : 'write', every, once, set, effects }];
}

/** Keys of which one asks for the other, or leaves no room for it. */
function refuseTogether(ctx: Context, name: string, node: LocatedMap, once: boolean): void {
  const isTimed = node.entries.has('every');
  if (!isTimed && !node.entries.has('when')) ctx.report('NF0109', node.spot, { key: 'when' });
  const [single, set] = [node.entries.get('once'), node.entries.get('set')];
  if (single && once && !isTimed) ctx.report('NF0433', single.keySpot, { name });
  if (set && once) ctx.report('NF0112', set.keySpot, { first: 'once', second: 'set' });
}
