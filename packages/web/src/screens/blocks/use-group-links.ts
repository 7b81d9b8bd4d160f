import { groupFilters, screenPath, type BlocksScreen, type GroupedBlock, type Wire } from '@ninefold/model';
import type { To } from 'react-router';
import { useModel } from '../../base/model/use-model.ts';
import { blockSearch } from './block-search.ts';

/** Where the groups of a block lead; null where the reader has no list of its records. */
export interface GroupLinks {
  /** To all records of the block. */
  readonly all: To | null;
  /** To those of the group with these values. */
  readonly of: (by: readonly Wire[]) => To | null;
}

/** The lists behind the groups of a block. */
export function useGroupLinks(screen: BlocksScreen, block: GroupedBlock): GroupLinks {
  const model = useModel();
  const entity = model.entities[block.entity];
  const pathname = screenPath(model, block.entity, 'list');
  const name = `${screen.id}.${block.id}`;
  if (pathname === null || entity === undefined) return { all: null, of: () => null };
  const plain = { ...block, sort: [] };
  return {
    all: { pathname, search: blockSearch(name, plain) },
    of: (by) => {
      const params = new URLSearchParams(blockSearch(name, plain));
      const { filters, where } = groupFilters(entity, block.groupBy, { by, timeZone: model.timeZone });
      for (const { field, op, value } of filters) params.append(`f.${field}`, `${op}:${value}`);
      if (where !== null) params.set('where', where);
      return { pathname, search: `?${params.toString()}` };
    },
  };
}
