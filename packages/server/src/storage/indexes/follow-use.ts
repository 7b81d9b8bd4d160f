import { localMs, type Model } from '@ninefold/model';
import type { Database, IndexWork } from '../database/database.ts';
import { shapeOf } from './asked-shape.ts';
import { chooseIndexes, FEWEST_ROWS, type Choice, type WantedUse } from './choose-indexes.ts';
import { costOf } from './index-cost.ts';
import {
  isSeen,
  readIndexRows,
  removeIndexRow,
  sees,
  useIndexShape,
  writeIndexRow,
  type IndexRow,
} from './index-rows.ts';
import type { IndexParts } from './indexes.ts';
import { createListWatch, type ListWatch, type Serving } from './list-watch.ts';
import { added, readListUse, removeListUse, writeListUse, type Calls, type ListUse } from './use-rows.ts';
import { isServedBy, wantedIndex, type WantedIndex } from './wanted-index.ts';

/** Makes and drops indexes as lists are asked. */
export interface IndexFollower {
  readonly watch: ListWatch;
  /**
   * Stores what was asked since the last round, and brings the indexes to what pays. `start`: nobody is served yet, so that an index
   * that stops writes for long is made, too, and no other. Does nothing for long where nothing was asked.
   */
  round(at: 'start' | 'running'): Promise<void>;
}

/** What stops writes for longer, in ms, waits for the quiet hour. */
const AT_ONCE_MS = 100;
/** The hour of the night, in the time zone of the application, in which making an index stops writes for as long as it takes. */
const QUIET_HOUR = 3;
const HOUR_MS = 3_600_000;
/** So often the indexes are looked at although nothing was asked. */
const IDLE_MS = 600_000;
/** What was asked so seldom of late, in calls, is forgotten. */
const FORGOTTEN = 0.05;

export function createIndexFollower({ db, model, clock }: IndexParts): IndexFollower {
  const watch = createListWatch();
  let lookedAt = -Infinity;
  const round: IndexFollower['round'] = async (at) => {
    const now = clock();
    const isIdle = !(await storeUse(db, model, { noted: watch.take(), served: watch.served, now }));
    if (isIdle && at === 'running' && Math.abs(Date.parse(now) - lookedAt) < IDLE_MS) return;
    if (at === 'running') lookedAt = Date.parse(now);
    const isDone = await db.indexing((work) => bring({ db, model, clock }, work, at));
    if (isDone === false) lookedAt = -Infinity;
    watch.serve(await servedShapes(db, model, now));
  };
  return { watch, round };
}

function isQuiet({ timeZone }: Model, now: string): boolean {
  return Math.floor(localMs(now, timeZone) / HOUR_MS) % 24 === QUIET_HOUR;
}

/** Adds what was noted to what is stored; false where nothing was noted. */
async function storeUse(
  db: Database,
  model: Model,
  {
    noted,
    served: servedNow,
    now,
  }: {
    readonly noted: ReadonlyMap<string, Calls>;
    readonly served: ListWatch['served'];
    readonly now: string;
  },
): Promise<boolean> {
  if (noted.size === 0) return false;
  await db.write(async (tx) => {
    const stored = new Map((await readListUse(tx, now)).map((use) => [use.shape, use]));
    for (const [shape, calls] of noted) {
      const asked = shapeOf(shape);
      const none = { calls: 0, ms: 0 };
      const known = stored.get(shape) ?? { shape, entity: asked.entity, plain: none, served: none, at: now };
      const [plain, served] = servedNow(asked) === null ? [calls, none] : [none, calls];
      await writeListUse(tx, { ...known, plain: added(known.plain, plain), served: added(known.served, served) });
    }
    for (const use of stored.values())
      if (!noted.has(use.shape) && isForgotten(model, use)) await removeListUse(tx, use.shape);
  }, 'list use');
  return true;
}

function isForgotten(model: Model, { entity, plain, served }: ListUse): boolean {
  return plain.calls + served.calls < FORGOTTEN || !Object.hasOwn(model.entities, entity);
}

/** Brings the indexes of every entity to what pays; false where something has to be tried again soon. */
async function bring(parts: IndexParts, work: IndexWork, at: 'start' | 'running'): Promise<boolean> {
  const { db, model, clock } = parts;
  const mayStop = at === 'start' || isQuiet(model, clock());
  const rows = await presentRows(db);
  const uses = wantedUses(db, model, await readListUse(db.read, clock()));
  let isDone = true;
  for (const entity of new Set([...rows, ...uses.map(({ use }) => use)].map((one) => one.entity))) {
    const own = rows.filter((row) => row.entity === entity);
    const count = Object.hasOwn(model.entities, entity) ? await db.dialect.schema.rowsAbout(db.read, entity) : 0;
    const share = (length: number): number => costOf(db.dialect.id, length, count).insertShare;
    const asked = count < FEWEST_ROWS ? [] : uses.filter(({ use }) => use.entity === entity);
    const choice = chooseIndexes({ rows: own, uses: asked, share, now: clock() });
    const isBrought = await carryOut(parts, work, choice, (row) => {
      const { makingMs } = costOf(db.dialect.id, row.parts.length, count);
      return work.stopsWrites ? mayStop || makingMs < AT_ONCE_MS : at === 'running'; // which keeps nobody waiting then
    });
    isDone &&= isBrought;
  }
  return isDone;
}

/** The rows of indexes; what is noted as there and is not, as in a restored database, or that no statement sees, has yet to be made. */
async function presentRows({ read, dialect }: Database): Promise<readonly IndexRow[]> {
  const present = new Map((await dialect.schema.indexes(read)).map(({ name, text }) => [name, text]));
  const rows = await readIndexRows(read);
  return rows.map((row) => (isSeen(row.name, present.get(row.name) ?? '') ? row : { ...row, madeAt: null }));
}

function wantedUses(
  { dialect }: Pick<Database, 'dialect'>,
  model: Model,
  uses: readonly ListUse[],
): readonly WantedUse[] {
  return uses.flatMap((use) => {
    const wanted = wantedIndex(model, dialect, shapeOf(use.shape));
    return wanted === null ? [] : [{ use, wanted }];
  });
}

/** What goes makes room first. An index that has to wait is noted, so that operators see it. False where others were in the way of one. */
async function carryOut(
  { db, clock }: IndexParts,
  work: IndexWork,
  { missing, leaving, givenUp, forgotten }: Choice,
  mayMake: (row: IndexRow) => boolean,
): Promise<boolean> {
  let isDone = true;
  for (const row of leaving) {
    await work.drop(row.name);
    const gone = { ...row, madeAt: null, givenUpAt: givenUp.has(row.name) ? clock() : row.givenUpAt };
    const isKept = row.ruling !== null || givenUp.has(row.name);
    await db.write((tx) => (isKept ? writeIndexRow(tx, gone) : removeIndexRow(tx, row.name)), row.name);
  }
  for (const row of forgotten) {
    await work.drop(row.name); // what an interrupted attempt has left
    await db.write((tx) => removeIndexRow(tx, row.name), row.name);
  }
  for (const row of missing) {
    await db.write((tx) => writeIndexRow(tx, { ...row, madeAt: null, givenUpAt: null }), row.name);
    if (!mayMake(row)) continue;
    if (await isMade(db, work, row))
      await db.write((tx) => writeIndexRow(tx, { ...row, madeAt: clock(), givenUpAt: null }), row.name);
    else isDone = false;
  }
  return isDone;
}

/** Makes an index; false where somebody's long transaction was in the way. */
async function isMade({ dialect }: Database, work: IndexWork, row: IndexRow): Promise<boolean> {
  try {
    await work.make(useIndexShape(row));
    return true;
  } catch (cause) {
    if (dialect.violation(cause)?.kind === 'busy') return false;
    throw cause;
  }
}

/** The shapes that an index answers which is there. */
async function servedShapes(db: Database, model: Model, now: string): Promise<ReadonlyMap<string, Serving>> {
  const there = (await readIndexRows(db.read)).filter(({ madeAt }) => madeAt !== null);
  const uses = wantedUses(db, model, await readListUse(db.read, now));
  const serving = uses.flatMap(({ use, wanted }) => {
    const fitting = there.filter(({ entity, parts }) => entity === use.entity && isServedBy(wanted, parts));
    const [best] = fitting.toSorted((one, other) => one.parts.length - other.parts.length);
    return best === undefined ? [] : [[use.shape, servingOf(wanted, best)] as const];
  });
  return new Map(serving);
}

function servingOf({ fixed, common }: WantedIndex, { name, parts }: IndexRow): Serving {
  return { sees: sees(name, 't'), leadsByRule: common.length > 0 && parts[fixed.length] === common[0] };
}
