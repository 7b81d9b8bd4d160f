import { createHash } from 'node:crypto';
import type { Model } from '@ninefold/model';
import type { FormerIds } from '@ninefold/spec';
import { systemClock } from '../../records/clock.ts';
import { recomputeStored } from '../../records/writing/recompute-stored.ts';
import type { Database, Reader, Writer } from '../database.ts';
import { keptColumns } from '../kept/kept-columns.ts';
import { fillSql } from '../kept/kept-sql.ts';
import { indexesOf } from './indexes.ts';
import { searchedFields } from '../search/searched.ts';
import { META_TABLE, readMeta, writeMeta } from './meta.ts';
import { MigrationRefused } from './migration-refused.ts';
import { ASIDE_TABLE } from './migration/aside.ts';
import type { Change } from './migration/change.ts';
import { renamingKey } from './migration/layout.ts';
import { carryOut, planMigration, type Goal } from './migration/plan.ts';
import { bareScope, meaningsOf, placedFields, standingField, type Standing } from './migration/standing.ts';
import type { TableShape } from './shapes.ts';
import { RECORD_TABLES, tablesOf } from './tables.ts';

/** What a start changed in the database. */
export interface MigrationReport {
  /** True on the first start with an empty database. */
  readonly created: boolean;
  /** What was done, beside making the tables of a new database. */
  readonly changes: readonly Change[];
}

/** What a migration needs to know beside the model. */
export interface MigrationOptions {
  readonly former?: FormerIds;
  /** Names of what may be lost. */
  readonly accepted?: ReadonlySet<string>;
  /** RFC 3339 UTC; otherwise the clock of the machine. */
  readonly now?: string;
}

const NO_FORMER: FormerIds = { renamed: [], dropped: [] };

/**
 * Brings the tables to the shape of this model, in one transaction, while no other server does. What would lose or
 * contradict stored data is a `MigrationRefused` with the whole plan, and nothing is changed. `own` are tables of the
 * runtime beside those of records.
 */
export async function migrate(
  db: Database,
  model: Model,
  own: readonly TableShape[] = [],
  options: MigrationOptions = {},
): Promise<MigrationReport> {
  return db.alone((tx) => migrateIn(tx, model, own, options));
}

/** The same inside of a transaction that runs alone. */
export async function migrateIn(
  tx: Writer,
  model: Model,
  own: readonly TableShape[],
  options: MigrationOptions,
): Promise<MigrationReport> {
  const goal = goalOf(model, own, options);
  for (const table of [META_TABLE, ...RECORD_TABLES, ASIDE_TABLE, ...own]) await addMissing(tx, table);
  await found(tx);
  const target = targetOf(tx, goal);
  const known = await readMeta(tx, 'target');
  if (known === target) return { created: false, changes: [] };
  const created = known === null && (await readMeta(tx, 'model')) === null;
  const planned = await planMigration(tx, goal);
  if (planned.changes.some(({ verdict }) => verdict === 'open')) throw new MigrationRefused(planned.changes);
  await carryOut(tx, planned);
  if (planned.changes.some(({ kind }) => kind === 'computed_filled' || kind === 'computed_replaced'))
    await recomputeStored(tx, model, bareScope(model, goal.now));
  await remember(tx, goal, target);
  return { created, changes: created ? [] : planned.changes };
}

/** What `migrate` would do. Reads only; an empty database is one that has to be made. */
export async function previewMigration(
  reader: Reader,
  model: Model,
  own: readonly TableShape[] = [],
  options: MigrationOptions = {},
): Promise<MigrationReport> {
  const goal = goalOf(model, own, options);
  const isThere = (await reader.dialect.schema.columns(reader, META_TABLE.name)).length > 0;
  if (!isThere) return { created: true, changes: [] };
  if ((await readMeta(reader, 'target')) === targetOf(reader, goal)) return { created: false, changes: [] };
  return { created: false, changes: (await planMigration(reader, goal)).changes };
}

function goalOf(model: Model, own: readonly TableShape[], options: MigrationOptions): Goal {
  const { former = NO_FORMER, accepted = new Set<string>(), now = systemClock() } = options;
  return { model, own, former, accepted, now };
}

/** Changes with everything that a migration looks at; a text of the specification is nothing of it. */
function targetOf({ dialect }: Reader, { model, former, now }: Goal): string {
  const fields = placedFields(model).map(([place, field]) => [
    place,
    standingField(field, bareScope(model, now)),
    field.type,
  ]);
  const indexes = indexesOf(model, dialect).map((index) => dialect.schema.createIndex(index));
  const searched = Object.values(model.entities).map((entity) => [
    searchedFields(entity).map(({ id }) => id),
    dialect.search.make(entity.id),
  ]);
  const kept = Object.keys(model.entities)
    .flatMap((entity) => keptColumns(model, entity))
    .map((column) => [fillSql(column), dialect.kept.make(column)]);
  const all = [tablesOf(model), indexes, fields, former.renamed, searched, kept];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

async function remember(tx: Writer, { model, former, now }: Goal, target: string): Promise<void> {
  const scope = bareScope(model, now);
  const standing: Omit<Standing, 'meanings'> = {
    fields: Object.fromEntries(
      placedFields(model).map(([place, field]) => [place, standingField(field, scope)] as const),
    ),
    renamed: former.renamed.map(renamingKey),
    searched: Object.fromEntries(
      Object.values(model.entities).map((entity) => [entity.id, searchedFields(entity).map(({ id }) => id)] as const),
    ),
  };
  await writeMeta(tx, 'columns', JSON.stringify(meaningsOf(tablesOf(model))));
  await writeMeta(tx, 'standing', JSON.stringify(standing));
  await writeMeta(tx, 'model', model.hash);
  await writeMeta(tx, 'target', target);
}

/** Makes what statements need beside tables, where it is not what this version needs. */
async function found(tx: Writer): Promise<void> {
  const { foundation } = tx.dialect.schema;
  const hash = createHash('sha256').update(foundation.join('\n')).digest('hex');
  if (foundation.length === 0 || (await readMeta(tx, 'foundation')) === hash) return;
  for (const text of foundation) await tx.run(text, []);
  await writeMeta(tx, 'foundation', hash);
}

/** Tables of the runtime grow with its versions: what is missing of them is added. */
async function addMissing(tx: Writer, table: TableShape): Promise<void> {
  const { schema } = tx.dialect;
  const present = await schema.columns(tx, table.name);
  if (present.length === 0) await tx.run(schema.createTable(table), []);
  else
    for (const column of table.columns)
      if (!present.includes(column.name)) await tx.run(schema.addColumn(table.name, column), []);
}
