import type { Model } from '@ninefold/model';
import type { Database, LoneWriter } from '../storage/database/database.ts';
import type { TableShape } from '../storage/database/shapes.ts';
import {
  migrateTables,
  type MigrationOptions,
  type MigrationReport,
  type Recompute,
} from '../storage/migration/migrate.ts';
import { systemClock } from '../clock.ts';
import { found, type Change } from '../storage/migration/changes/change.ts';
import { bareScope } from '../storage/migration/comparison/standing.ts';
import { verifyValues } from './verify-values.ts';

/**
 * Brings a database to the shape of this model, its stored computed values too, in one transaction and while no other
 * server does. What would lose or contradict stored data is a `MigrationRefused`, and nothing is changed.
 */
export async function migrate(
  db: Database,
  model: Model,
  own: readonly TableShape[] = [],
  options: MigrationOptions = {},
): Promise<MigrationReport> {
  return db.alone((tx) => migrateIn(tx, model, own, options));
}

/** Changes that write no record. */
const OF_SHAPE: ReadonlySet<Change['kind']> = new Set([
  ...(['entity_added', 'entity_renamed', 'field_renamed', 'computed_filled', 'computed_replaced'] as const),
  ...(['transition_renamed', 'reaction_renamed', 'index_added', 'index_gone', 'search_rebuilt'] as const),
]);

/** The same inside a transaction that runs alone. */
export async function migrateIn(
  tx: LoneWriter,
  model: Model,
  own: readonly TableShape[],
  options: MigrationOptions,
): Promise<MigrationReport> {
  let wrong: ReadonlyMap<string, number> = new Map();
  const recompute: Recompute = async (writer, { model: goal, scope, changes }) => {
    wrong = await verifyValues(writer, goal, { scope, isChanged: changes.some(({ kind }) => !OF_SHAPE.has(kind)) });
  };
  const report = await migrateTables(tx, model, own, { ...options, recompute });
  const scope = bareScope(model, options.now ?? systemClock());
  const left = await verifyValues(tx, model, { scope, isChanged: false });
  const told = new Set(report.changes.filter(({ kind }) => kind.startsWith('computed_')).map(({ table }) => table));
  const mended = [...wrong, ...left].filter(([entity]) => !told.has(entity));
  return {
    ...report,
    changes: [...report.changes, ...mended.map(([entity, rows]) => found('values_mended', entity, entity, { rows }))],
  };
}
