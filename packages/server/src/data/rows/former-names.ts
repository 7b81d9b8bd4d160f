import type { Renamed } from '@ninefold/spec';
import { renamedCells } from '../../storage/migration/contents/seed-rows.ts';
import type { SeedRow } from '../../storage/schema/seed-rows.ts';

/** How what a specification has renamed is stored before a start has followed it. */
export interface FormerNames {
  readonly entityBefore: (entity: string) => string;
  readonly fieldBefore: (entity: string, field: string) => string;
  /** What is remembered of the cells of a row, by the ids that they have now. */
  readonly cellsNow: (entity: string, cells: SeedRow['cells']) => SeedRow['cells'];
}

/** The names before these renamings, which no start has done yet; without any, what is stored has the names of the model. */
export function formerNames(pending: readonly Renamed[]): FormerNames {
  const of = (entity: string): readonly Renamed[] =>
    pending.filter(({ kind, path }) => kind !== 'entity' && path[0] === entity);
  return {
    entityBefore: (entity) => pending.find(({ kind, path }) => kind === 'entity' && path[0] === entity)?.was ?? entity,
    fieldBefore: (entity, field) =>
      of(entity).find(({ kind, path }) => kind === 'field' && path.length === 2 && path[1] === field)?.was ?? field,
    cellsNow: (entity, cells) => renamedCells(cells, of(entity)),
  };
}
