import { isBlockFor, isBlockShown, mayOpen, type Block, type Model, type Scope } from '@ninefold/model';
import type { Caller, Records } from '../records/context/records.ts';
import type { Count } from './waiting.ts';

/** The kinds of blocks whose records are counted for them; the others ask for what they show. */
const COUNTED: Readonly<Record<Block['block'], boolean>> = { count: true, list: false, chart: false, table: false };

/** The figures of the count blocks that the caller sees now, by `<screen>.<block>`. What is not shown is not counted. */
export async function blockCounts(
  model: Model,
  records: Pick<Records, 'count'>,
  caller: Caller,
  scope: Scope,
): Promise<Readonly<Record<string, Count>>> {
  const counts: Record<string, Count> = {};
  for (const screen of model.screens) {
    if (screen.kind !== 'blocks' || !mayOpen(screen, caller.rights)) continue;
    for (const block of screen.blocks) {
      if (!COUNTED[block.block] || !isBlockFor(block, caller.rights) || !isBlockShown(block, scope)) continue;
      counts[`${screen.id}.${block.id}`] = await records.count(caller, block.entity, block.where);
    }
  }
  return counts;
}
