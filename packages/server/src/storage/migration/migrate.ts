import { createHash } from 'node:crypto';
import type { Model, Scope } from '@ninefold/model';
import type { FormerIds } from '@ninefold/spec';
import { systemClock } from '../../clock.ts';
import type { LoneWriter, Reader, Writer } from '../database/database.ts';
import { denormalisedColumns } from '../denormalised/denormalised-columns.ts';
import { fillSql } from '../denormalised/denormalised-sql.ts';
import { indexesOf } from '../schema/indexes.ts';
import { searchedBy } from '../search/search-text.ts';
import { META_TABLE, readMeta, writeMeta } from '../schema/meta.ts';
import { StartFailure } from '../../start-failure.ts';
import { fingerprintOf, isFormer, isOf, readFingerprint, replaceFingerprint } from './fingerprint.ts';
import { refuseUnknownLoss } from './accepted-names.ts';
import {
  beginMigration,
  endMigration,
  fingerprintBefore,
  refuseHalfway,
  takeBack,
  waitForReaders,
  type Apart,
} from './halfway.ts';
import { MigrationRefused } from './changes/migration-refused.ts';
import { ASIDE_TABLE } from './changes/aside.ts';
import type { Change, Planned } from './changes/change.ts';
import { renamingKey } from './comparison/layout.ts';
import { carryOut, planMigration, type Goal } from './plan.ts';
import { bareScope, meaningsOf, placedFields, standingField, type Standing } from './comparison/standing.ts';
import type { TableShape } from '../database/shapes.ts';
import { RECORD_TABLES, tablesOf } from '../schema/tables.ts';

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
  /** False: a specification whose place a later one has taken is refused. */
  readonly goBack?: boolean;
  /** The transaction holds all of the migration, since what it reads is not committed yet. */
  readonly isTogether?: boolean;
  /** RFC 3339 UTC; otherwise the clock of the machine. */
  readonly now?: string;
  /** Told what is about to be done to stored data, before it is done. */
  readonly begins?: (changes: readonly Change[]) => void;
}

const NO_FORMER: FormerIds = { renamed: [], dropped: [] };

/** Works out stored computed values after a migration has written what they are computed from. */
export type Recompute = (
  tx: Writer,
  migrated: { readonly model: Model; readonly scope: Scope; readonly changes: readonly Change[] },
) => Promise<void>;

/**
 * Brings the tables to the shape of this model, inside a transaction that runs alone. What would lose or contradict stored
 * data is a `MigrationRefused` with the whole plan, consent to what is nothing an `UnknownLoss`, and nothing is changed. `own` are tables of the runtime beside those of
 * records.
 */
export async function migrateTables(
  tx: LoneWriter,
  model: Model,
  own: readonly TableShape[],
  { recompute, ...options }: MigrationOptions & { readonly recompute: Recompute },
): Promise<MigrationReport> {
  const goal = goalOf(model, own, options);
  const target = targetOf(tx, goal);
  const fingerprint = fingerprintIn(tx, goal);
  const isThere = (await tx.dialect.schema.columns(tx, META_TABLE.name)).length > 0;
  const apart: Apart = isThere && options.isTogether !== true ? tx.apart : (work) => work(tx);
  const former = isThere ? await fingerprintBefore(tx) : null;
  const isSame = isOf(former, fingerprint);
  if (isThere && !isSame && options.goBack === false && (await isFormer(tx, fingerprint)))
    throw new StartFailure('earlier_specification');
  const isDone = isThere && isSame && (await readMeta(tx, 'target')) === target;
  if (isThere && !isDone) await tx.stopWrites();
  if (isThere) await takeBack(tx, apart);
  await apart((before) => prepare(before, own));
  const known = await readMeta(tx, 'target');
  if (known === target) {
    await refuseUnknownLoss(tx, goal, []);
    if (!isSame) await replaceFingerprint(tx, fingerprint, former);
    return { created: false, changes: [] };
  }
  const created = known === null && (await readMeta(tx, 'model')) === null;
  const planned = await apart((reader) => planMigration(reader, goal));
  if (!created) await refuseUnknownLoss(tx, goal, planned.changes);
  if (planned.changes.some(({ verdict }) => verdict === 'open')) throw new MigrationRefused(planned.changes);
  if (!created && planned.changes.length > 0) options.begins?.(planned.changes);
  await beginMigration(tx, apart, planned);
  try {
    await tx.savepoint(async () => {
      await finish(tx, planned, { model, recompute, scope: bareScope(model, goal.now) });
      await remember(tx, goal, target);
      await replaceFingerprint(tx, fingerprint, former);
    });
  } catch (error) {
    await takeBack(tx, apart);
    throw error;
  }
  return { created, changes: created ? [] : planned.changes };
}

/** The runtime's own tables, and what statements need beside tables. */
async function prepare(tx: Writer, own: readonly TableShape[]): Promise<void> {
  for (const table of [META_TABLE, ...RECORD_TABLES, ASIDE_TABLE, ...own]) await addMissing(tx, table);
  await found(tx);
}

/** What takes its time, during which readers go on, and then what is taken away. */
async function finish(
  tx: Writer,
  planned: Planned,
  { model, recompute, scope }: { readonly model: Model; readonly recompute: Recompute; readonly scope: Scope },
): Promise<void> {
  await carryOut(tx, planned, 'long');
  await recompute(tx, { model, scope, changes: planned.changes });
  if (planned.steps.some(({ phase }) => phase === 'remove')) await waitForReaders(tx);
  await carryOut(tx, planned, 'last');
  await endMigration(tx);
}

/** What `migrateTables` would do. Reads only; an empty database is one that has to be made. */
export async function previewMigration(
  reader: Reader,
  model: Model,
  own: readonly TableShape[] = [],
  options: MigrationOptions = {},
): Promise<MigrationReport> {
  const goal = goalOf(model, own, options);
  const isThere = (await reader.dialect.schema.columns(reader, META_TABLE.name)).length > 0;
  if (!isThere) return { created: true, changes: [] };
  const isFitting = (await readMeta(reader, 'target')) === targetOf(reader, goal);
  if (!isFitting) await refuseHalfway(reader);
  const changes = isFitting ? [] : (await planMigration(reader, goal)).changes;
  await refuseUnknownLoss(reader, goal, changes);
  return { created: false, changes };
}

/** Whether stored data follows this very model, in all that decides about writes. */
export async function followsModel(
  reader: Reader,
  model: Model,
  own: readonly TableShape[],
  options: MigrationOptions,
): Promise<boolean> {
  return isOf(await readFingerprint(reader), fingerprintIn(reader, goalOf(model, own, options)));
}

/** The bounds of a field may change with time; servers that were started on different days are of one specification. */
const ANY_DAY = '2000-01-01T00:00:00.000Z';

function fingerprintIn(reader: Reader, goal: Goal): string {
  return fingerprintOf(goal.model, targetOf(reader, { ...goal, now: ANY_DAY }));
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
  const searched = Object.values(model.entities).map((entity) => [searchedBy(entity), dialect.search.make(entity.id)]);
  const denormalised = Object.keys(model.entities)
    .flatMap((entity) => denormalisedColumns(model, entity))
    .map((column) => [fillSql(column), dialect.denormalised.make(column)]);
  const silent = Object.values(model.entities).flatMap(({ id, history }) => (history ? [] : [id]));
  const all = [
    ...[tablesOf(model), indexes, fields, former.renamed, searched, denormalised],
    ...(silent.length > 0 ? [silent] : []),
  ];
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
      Object.values(model.entities).map((entity) => [entity.id, searchedBy(entity)] as const),
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
  if (table.appendOnly) for (const text of await schema.appendOnly(tx, table.name)) await tx.run(text, []);
}
