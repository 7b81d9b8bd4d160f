import type { Block, BlocksScreen } from '@ninefold/model';
import type { ComponentType } from 'react';
import { CountBlock } from './count-block.tsx';
import { SmallListView } from './small-list.tsx';

type BlockOf<K extends Block['block']> = Block & { readonly block: K };

/** How a kind of block is drawn. */
export interface BlockKind<B extends Block> {
  readonly View: ComponentType<{ readonly screen: BlocksScreen; readonly block: B }>;
  /** Whether it is one of the figures, which stand side by side before everything else. */
  readonly isFigure: boolean;
}

/** Null: the checks of specifications refuse it until it runs. */
const BLOCKS: { readonly [K in Block['block']]: BlockKind<BlockOf<K>> | null } = {
  count: { View: CountBlock, isFigure: true },
  list: { View: SmallListView, isFigure: false },
  chart: null,
  table: null,
};

/** How this block is drawn; null where it does not run yet. */
export function blockKind<B extends Block>(block: B): BlockKind<B> | null {
  return BLOCKS[block.block] as unknown as BlockKind<B> | null; // the registry pairs each kind with its view
}
