import { narrow, type Model } from '@ninefold/model';
import type { Caller, Records } from '../records/records.ts';
import type { Count } from './waiting.ts';

/** The figures of the count blocks on the screens that the caller may open, by `<screen>.<block>`. */
export async function blockCounts(
  model: Model,
  records: Records,
  caller: Caller,
): Promise<Readonly<Record<string, Count>>> {
  const counts: Record<string, Count> = {};
  for (const screen of narrow(model, caller.rights).screens) {
    if (screen.kind !== 'blocks') continue;
    for (const block of screen.blocks) {
      if (block.block !== 'count') continue;
      counts[`${screen.id}.${block.id}`] = await records.count(caller, block.entity, block.where);
    }
  }
  return counts;
}
