import type { Block, BlocksScreen } from '../ir/screen.ts';
import type { Arrangement } from '../wire/list-views.ts';

/** A block in its place, and whether its reader sees it. */
export interface PlacedBlock {
  readonly block: Block;
  readonly shown: boolean;
}

/** The blocks of a screen as its reader wants them, as far as its author lets them. */
export function arranged(
  { blocks, arrange }: Pick<BlocksScreen, 'blocks' | 'arrange'>,
  wanted: Arrangement | undefined,
): readonly PlacedBlock[] {
  if (!arrange || wanted === undefined) return blocks.map((block) => ({ block, shown: true }));
  const { order, hidden } = wanted;
  const placeOf = ({ id }: Block): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return blocks
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((block) => ({ block, shown: block.keep || !hidden.includes(block.id) }));
}
