import type { Entity } from '../ir/entity.ts';
import type { Model } from '../ir/model.ts';
import { canEver, type Rights } from '../rights/rights.ts';
import { timedReactions } from './reactions.ts';
import { timedTransitions } from './timers.ts';

/** The entities that somebody may read and to whose records something happens by itself, as far as they may ever know of it. */
export function timedEntities({ entities }: Pick<Model, 'entities'>, rights: Rights): readonly Entity[] {
  return Object.values(entities).filter((entity) => isTimed(entity) && canEver(rights, entity.id, 'read'));
}

/** Whether something happens by itself to records of this entity. Where nobody may know when or why, its expression has no tree. */
function isTimed(entity: Entity): boolean {
  const decided = [
    ...timedTransitions(entity).map(({ timer }) => timer.value),
    ...timedReactions(entity).map(({ when }) => when),
  ];
  return decided.some(({ tree }) => tree !== null);
}
