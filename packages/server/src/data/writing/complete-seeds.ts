import {
  asSeen,
  changedFields,
  findOf,
  type Entity,
  type Field,
  isLines,
  isMap,
  judgeRules,
  type RecordValue,
  type Scope,
  settledWrite,
  validateFields,
  type Wire,
} from '@ninefold/model';
import { shownRow } from '../rows/data-refused.ts';
import { createdAt } from '../rows/match-seeds.ts';
import { createPending, type Pending } from '../../records/services/pending.ts';
import { settleFully } from '../../records/writing/change.ts';
import { workOutQuietly } from '../../records/writing/following/recompute-stored.ts';
import { droppedLines, heldLines } from '../../records/writing/judging/held-lines.ts';
import { treeProblems } from '../../records/writing/judging/constraints.ts';
import { isDrawnAt, sequenceFields, textsOf } from '../../records/writing/storing/sequences.ts';
import { updateRecord } from '../../records/writing/storing/store.ts';
import { noteLoadedChange, withLoadedChange } from './loaded-change.ts';
import {
  noteSeed,
  numberOf,
  reportProblem,
  scopeOfEvent,
  type SeededRecord,
  type Seeding,
  sentOf,
  systemOf,
  unlessTaken,
} from './seed-records.ts';
import { periodProblems } from './seed-periods.ts';

/** Records that are in memory at once. */
const AT_ONCE = 200;
/** A value may arrive from a record whose own value arrives from another, and so on. */
const MOST_ROUNDS = 100;

/**
 * Completes every seeded record now that all it refers to is there: copies and defaults arrive, from records that are completed
 * themselves as well, and computed values are worked out, here and in every record that reads them. Judges the seeded records last.
 */
export async function completeSeeds(seeding: Seeding, seeded: readonly SeededRecord[]): Promise<void> {
  const groups = Map.groupBy(seeded, ({ seed }) => seed.entity);
  await completeAll(seeding, groups);
  const numbered = await numberSeeds(seeding, groups);
  if (numbered > 0) await completeAll(seeding, groups);
  for (const [entity, group] of groups)
    for await (const [one, stored] of loaded(seeding, entity, group)) await judge(seeding, one, stored);
}

type Groups = ReadonlyMap<Entity, readonly SeededRecord[]>;

/** Until nothing arrives any more. */
async function completeAll(seeding: Seeding, groups: Groups): Promise<void> {
  const pending = createPending();
  let changed = 1;
  for (let round = 0; changed > 0 && round < MOST_ROUNDS; round += 1) {
    changed = 0;
    for (const [entity, group] of groups) {
      if (round > 0 && !isFilledByOthers(entity)) continue;
      for await (const [one, stored] of loaded(seeding, entity, group))
        if (await completeSeed(seeding, pending, one, stored)) changed += 1;
    }
    await workOutQuietly(seeding.working, pending);
  }
}

/**
 * Gives new records the numbers that say something of them, the oldest first, and lets those sequences go on behind the numbers
 * that rows give. Answers how many were drawn.
 */
async function numberSeeds(seeding: Seeding, groups: Groups): Promise<number> {
  let drawn = 0;
  for (const [entity, group] of groups) {
    const fields = sequenceFields(entity).filter(({ per }) => per !== null);
    const fresh = fields.length === 0 ? [] : group.filter(({ isNew }) => isNew);
    for await (const [one, stored] of loaded(seeding, entity, oldestFirst(seeding, fresh))) {
      const scope = scopeOfEvent(seeding, stored.created_at);
      const seen = { ...scope, record: asSeen(entity, stored, scope) };
      const numbers: Record<string, string> = {};
      for (const field of fields) {
        const given = stored[field.id] ?? null;
        if (given === null && !isDrawnAt(field, 'create')) continue;
        const part = { day: scope.today, per: textsOf(field, seen) };
        numbers[field.id] = await numberOf(seeding.tx, one.seed, { field, given, part });
      }
      const record = { ...stored, ...numbers };
      const changed = changedFields(entity, stored, record);
      drawn += changed.size;
      await unlessTaken(seeding, one.seed, async () =>
        updateRecord(seeding.tx, entity, { before: stored, record, changed }),
      );
    }
  }
  return drawn;
}

function oldestFirst({ scope }: Seeding, seeded: readonly SeededRecord[]): readonly SeededRecord[] {
  const order = seeded.map((one) => ({ one, at: createdAt(one.seed, one.events, scope.now) }));
  return order.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ one }) => one);
}

/** Whether a `find`, a copy or a default may read other records. */
function isFilledByOthers({ fields }: Entity): boolean {
  return Object.values(fields).some((field) => {
    const inner = isLines(field) ? Object.values(field.fields) : [];
    return [field, ...inner].some(
      (each) => findOf(each) !== null || arrivingReads(each).some((path) => !/^(?:now|today|limits|input)/.test(path)),
    );
  });
}

function arrivingReads(field: Field): readonly string[] {
  return [...(field.copy?.expression.reads ?? []), ...(field.default?.reads ?? [])];
}

async function* loaded(
  { plans, tx, scope }: Seeding,
  { id: entity }: Entity,
  group: readonly SeededRecord[],
): AsyncGenerator<readonly [SeededRecord, RecordValue]> {
  for (let from = 0; from < group.length; from += AT_ONCE) {
    const page = group.slice(from, from + AT_ONCE);
    const ids = page.map(({ id }) => id);
    const found = await plans(entity).load.load(tx, ids, scope);
    for (const one of page) {
      const stored = found.get(one.id) as RecordValue | undefined; // loaded with every system field
      if (stored) yield [one, stored];
    }
  }
}

/** True where the record was changed. */
async function completeSeed(
  seeding: Seeding,
  pending: Pending,
  one: SeededRecord,
  stored: RecordValue,
): Promise<boolean> {
  const { entity } = one.seed;
  const record = one.isNew ? await newRecord(seeding, one, stored) : await changedRecord(seeding, one, stored);
  const changed = changedFields(entity, stored, record);
  const dropped = droppedLines(seeding.context.model, entity, { before: stored, record });
  for (const problem of await heldLines(seeding.tx, stored.id, dropped, () => true))
    reportProblem(seeding, one.seed, problem);
  await unlessTaken(seeding, one.seed, async () =>
    updateRecord(seeding.tx, entity, { before: stored, record, changed }),
  );
  if (!one.isNew) noteLoadedChange(seeding, one, { before: stored, record, changed });
  if (changed.size > 0 || record.state !== stored.state)
    await noteSeed(seeding, pending, one, { before: stored, record });
  return changed.size > 0;
}

/** A new record as creation leaves it, in the state and with the times that the data file says. */
async function newRecord(seeding: Seeding, one: SeededRecord, stored: RecordValue): Promise<RecordValue> {
  const { entity } = one.seed;
  const isOwn = ([name]: readonly [string, unknown]): boolean => !Object.hasOwn(entity.fields, name);
  const known = Object.fromEntries(Object.entries(stored).filter(isOwn)) as Readonly<Record<string, Wire>>; // nothing of a record is undefined
  const { load, finds } = seeding.plans(entity.id);
  const scope = scopeOfEvent(seeding, stored.created_at);
  const settled = await settleFully(
    { entity, plan: { load, alone: known, finds }, tx: seeding.tx, scope },
    null,
    givenOf(one, stored),
  );
  return { ...stored, ...settled };
}

async function changedRecord(seeding: Seeding, one: SeededRecord, stored: RecordValue): Promise<RecordValue> {
  const { entity } = one.seed;
  const before = systemOf(seeding, one, stored);
  const scope = scopeOfEvent(seeding, stored.created_at);
  const plan = seeding.plans(entity.id);
  const settled = await settleFully({ entity, plan, tx: seeding.tx, scope }, before, sentOf(seeding, one));
  return withLoadedChange(seeding, one, stored, settled);
}

/** What the row gave and the numbers that were drawn, with all that was loaded with it. */
function givenOf({ seed }: SeededRecord, stored: RecordValue): Readonly<Record<string, Wire>> {
  const names = [...Object.keys(seed.values), ...sequenceFields(seed.entity).map(({ id }) => id)];
  return Object.fromEntries(
    names.map((name) => [name, givenIn(seed.entity.fields[name], seed.values[name], stored[name] ?? null)]),
  );
}

/** Of lines only what the row gave: the rest arrives. */
function givenIn(field: Field | undefined, written: Wire | undefined, stored: Wire): Wire {
  if (!isLines(field) || !Array.isArray(written) || !Array.isArray(stored)) return stored;
  return stored.map((line: Wire, index) => {
    const row: unknown = written[index];
    if (!isMap(line) || typeof row !== 'object' || row === null) return line;
    return Object.fromEntries(Object.entries(line).filter(([name]) => name === 'id' || Object.hasOwn(row, name)));
  });
}

async function judge(seeding: Seeding, { seed }: SeededRecord, record: RecordValue): Promise<void> {
  const { entity } = seed;
  const scope: Scope = scopeOfEvent(seeding, record.created_at);
  const fields = validateFields(settledWrite({ entity, before: null, record, scope }));
  const rules = judgeRules(settledWrite({ entity, before: record, record, scope: { ...scope, transition: '' } }));
  const tree = await treeProblems(seeding.tx, entity, record);
  const { context, tx } = seeding;
  const periods = await periodProblems({ context, entity, tx, record }, scope);
  for (const problem of [...fields, ...rules.errors, ...tree, ...periods])
    if (problem.code !== 'required' || !isTold(seeding, seed, problem.path)) reportProblem(seeding, seed, problem);
}

/** Whether it was said already what is wrong with a cell, as that it names nobody: what it means is blank then. */
function isTold({ problems }: Seeding, { file, row }: SeededRecord['seed'], field: string): boolean {
  const shown = shownRow({ file, row });
  return problems.some((one) => one.field === field && one.row === shown && one.file === file);
}
