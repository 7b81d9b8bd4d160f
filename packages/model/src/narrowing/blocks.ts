import { holds } from '../expressions/evaluate.ts';
import type { Model } from '../ir/model.ts';
import type { Block, Screen } from '../ir/screen.ts';
import { canEver, type Rights } from '../rights/rights.ts';
import type { Scope } from '../values/value.ts';

/** Whether a block is for these roles at all, and shows something that they may read. */
export function isBlockFor({ roles, entity }: Block, rights: Rights): boolean {
  return (roles === null || roles.some((role) => rights.roles.includes(role))) && canEver(rights, entity, 'read');
}

/** Whether a block is shown now; one whose condition cannot be decided is not. */
export function isBlockShown({ visibleWhen }: Block, scope: Scope): boolean {
  return holds(visibleWhen, scope) === true;
}

/**
 * A narrowed model without the blocks that are not shown now: the same model where all are. `whole` is what it was narrowed
 * from: a condition may read what its reader may not.
 */
export function withShownBlocks(narrowed: Model, whole: Model, scope: Scope): Model {
  const hidden = new Set(
    whole.screens.flatMap((screen) => {
      if (screen.kind !== 'blocks') return [];
      return screen.blocks.filter((block) => !isBlockShown(block, scope)).map(({ id }) => `${screen.id}.${id}`);
    }),
  );
  const isHidden = (screen: Screen, { id }: Block): boolean => hidden.has(`${screen.id}.${id}`);
  const isWhole = narrowed.screens.every(
    (screen) => screen.kind !== 'blocks' || !screen.blocks.some((block) => isHidden(screen, block)),
  );
  if (isWhole) return narrowed;
  const screens = narrowed.screens.map((screen) =>
    screen.kind === 'blocks'
      ? { ...screen, blocks: screen.blocks.filter((block) => !isHidden(screen, block)) }
      : screen,
  );
  return { ...narrowed, screens };
}
