import type { Block, BlocksScreen, GroupedBlock } from '@ninefold/model';
import type { ComponentType } from 'react';
import { LateGroupedBlock } from '../blocks/late-blocks.ts';
import { CountBlockView } from './count-block.tsx';
import { SmallListView } from './small-list.tsx';

type BlockOf<K extends Block['block']> = K extends GroupedBlock['block']
  ? GroupedBlock
  : Extract<Block, { readonly block: K }>;

/** How a kind of block is drawn. */
export interface BlockKind<B extends Block> {
  readonly View: ComponentType<{ readonly screen: BlocksScreen; readonly block: B }>;
  /** Whether it is one of the figures, which stand side by side before everything else. */
  readonly isFigure: boolean;
}

const BLOCKS: { readonly [K in Block['block']]: BlockKind<BlockOf<K>> } = {
  count: { View: CountBlockView, isFigure: true },
  list: { View: SmallListView, isFigure: false },
  chart: { View: LateGroupedBlock, isFigure: false },
  table: { View: LateGroupedBlock, isFigure: false },
};

/** How this block is drawn. */
export function blockKind<B extends Block>(block: B): BlockKind<B> {
  return BLOCKS[block.block] as unknown as BlockKind<B>; // the registry pairs each kind with its view
}
