import type { Block } from '@ninefold/model';

/** The search part of a list's address that shows the records of a block (`home.late`), in the order that the block has. */
export function blockSearch(name: string, block: Block): string {
  const sort = 'sort' in block ? block.sort : [];
  const params = new URLSearchParams({
    ...(block.where === null ? {} : { block: name }),
    ...(sort.length === 0 ? {} : { sort: sort.join(',') }),
  }).toString();
  return params === '' ? '' : `?${params}`;
}
