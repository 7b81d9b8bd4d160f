import type { Application } from '@ninefold/spec';
import { SHARES } from './shares.ts';

/** How many rows each entity is to have: `entities` as told, `all` otherwise. */
export interface RowsAt {
  readonly all: number;
  readonly entities: Readonly<Record<string, number>>;
}

/**
 * How many rows each entity of an application is to have. What the caller does not name has as many as its data files, those of the
 * demonstration aside; without any, users are a thousand at most, and everything else has as many as there are in all.
 */
export function rowsAt(
  { model, data }: Pick<Application, 'model' | 'data'>,
  at: RowsAt,
): Readonly<Record<string, number>> {
  const files = data.filter(({ kind, demo }) => kind === 'records' && !demo);
  const filed = (entity: string): number =>
    files.filter((file) => file.entity === entity).reduce((sum, { rows }) => sum + rows.length, 0);
  const assumed = (entity: string): number =>
    filed(entity) || (entity === 'user' ? Math.min(at.all, SHARES.users) : at.all);
  return Object.fromEntries(
    Object.keys(model.entities).map((entity) => [entity, at.entities[entity] ?? assumed(entity)] as const),
  );
}
