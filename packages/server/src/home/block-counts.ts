import { narrow, type Block, type Model } from '@ninefold/model';
import type { Caller, Records } from '../records/context/records.ts';
import type { Count } from './waiting.ts';

/** The kinds of blocks whose records are counted for them; the others ask for what they show. */
const COUNTED: Readonly<Record<Block['block'], boolean>> = { count: true, list: false, chart: false, table: false };

/** The figures of the count blocks on the screens that the caller may open, by `<screen>.<block>`. */
export async function blockCounts(
  model: Model,
  records: Pick<Records, 'count'>,
  caller: Caller,
): Promise<Readonly<Record<string, Count>>> {
  const counts: Record<string, Count> = {};
  for (const screen of narrow(model, caller.rights).screens) {
    if (screen.kind !== 'blocks') continue;
    for (const block of screen.blocks) {
      if (!COUNTED[block.block]) continue;
      counts[`${screen.id}.${block.id}`] = await records.count(caller, block.entity, block.where);
    }
  }
  return counts;
}
