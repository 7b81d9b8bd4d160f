import {
  isBlockFor,
  isBlockShown,
  mayOpen,
  narrowBlock,
  type Block,
  type Expression,
  type Model,
  type Rights,
  type Scope,
  type Screen,
} from '@ninefold/model';
import { badParameter } from './list-params.ts';

/**
 * The conditions of the screens and blocks that a call names, as `desk` or `home.late`. They are the specification's own and
 * see all records, so only those count that show this entity and that the caller sees now: every other name is refused in the
 * same way, whether there is such a screen or not.
 */
export function screenConditions(
  model: Model,
  { rights, scope }: Looking,
  { entity, screens }: { readonly entity: string; readonly screens: readonly string[] },
): readonly Expression[] {
  return screens.flatMap((name) => {
    const shown = open(model, { rights, scope }, name);
    if (shown === null || shown.entity !== entity) throw badParameter('screen');
    return shown.where === null ? [] : [shown.where];
  });
}

/** Who looks, and when. */
interface Looking {
  readonly rights: Rights;
  readonly scope: Scope;
}

type Shown = Extract<Screen, { readonly kind: 'list' }> | Block;

/** The block of this name with what of it is for the caller who sees it now; null: there is none for them. */
export function blockNamed(model: Model, looking: Looking, name: string): Block | null {
  const found = open(model, looking, name);
  return found !== null && 'block' in found ? narrowBlock(found, model, looking.rights) : null;
}

function open(model: Model, { rights, scope }: Looking, name: string): Shown | null {
  const screens = model.screens.filter((screen) => mayOpen(screen, rights));
  const list = screens.find(({ id }) => id === name);
  if (list) return list.kind === 'list' ? list : null;
  const [id = '', block] = name.split('.');
  const screen = screens.find((one) => one.id === id);
  const found = screen?.kind === 'blocks' ? screen.blocks.find((one) => one.id === block) : undefined;
  return found !== undefined && isBlockFor(found, rights) && isBlockShown(found, scope) ? found : null;
}
