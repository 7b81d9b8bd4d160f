import {
  type Entity,
  type Field,
  idOf,
  isLines,
  isReference,
  isSealed,
  isSecret,
  LONGEST_SECRET,
  malformed,
  normalValue,
  type Problem,
  type RecordValue,
  type Scope,
  type SequenceField,
  settle,
  type Wire,
} from '@ninefold/model';
import { scopeAt, todayIn } from '@ninefold/model';
import type { Context } from '../../records/context/context.ts';
import type { WritePlans } from '../../records/services/write-context.ts';
import { countOn, drawNumber, isDrawnAt, type Part, sequenceFields } from '../../records/writing/storing/sequences.ts';
import { createPending, type Pending } from '../../records/services/pending.ts';
import type { Difference } from '../../records/writing/change.ts';
import { noteDependents } from '../../records/writing/following/note-dependents.ts';
import { workOutQuietly } from '../../records/writing/following/recompute-stored.ts';
import type { WorkingOut } from '../../records/writing/following/work-out.ts';
import { insertRecord } from '../../records/writing/storing/store.ts';
import { sealAtOnce } from '../../sealing/seal.ts';
import { newId } from '../../uuid.ts';
import type { Writer } from '../../storage/database/database.ts';
import type { TakeAttached } from '../../uploads/take-attached.ts';
import { childTable } from '../../storage/sql/names.ts';
import { uniqueName, uniqueSets } from '../../storage/schema/indexes.ts';
import { shownCell, shownRow, type DataProblem } from '../rows/data-refused.ts';
import { resolved, type Directory } from '../rows/directory.ts';
import { changesAmong, type Event } from '../rows/events.ts';
import { scopeWithLimitRecords, type LimitRecords } from '../rows/limit-records.ts';
import { createdAt } from '../rows/match-seeds.ts';
import { textOf, type Seed } from '../rows/seeds.ts';

/** What loading shares. */
export interface Seeding {
  readonly context: Context;
  readonly plans: WritePlans;
  readonly tx: Writer;
  /** Works out what follows from a row, in nobody's name. */
  readonly working: WorkingOut;
  readonly directory: Directory;
  readonly scope: Scope;
  /** What limits name, as far as it is stored by now. */
  readonly limits: LimitRecords;
  readonly problems: DataProblem[];
  /** Takes in what cells name as files; null where there is no place for them. */
  readonly take: TakeAttached | null;
}

/** A seed and the record that it becomes. */
export interface SeededRecord {
  readonly seed: Seed;
  readonly id: string;
  readonly isNew: boolean;
  readonly events: readonly Event[];
}

/**
 * Stores the rows as written, those of an entity oldest first: numbers are drawn in that order. What others refer to comes first, so that
 * nothing that is looked up through references has to be corrected. Computed and copied values follow in `completeSeeds`.
 */
export async function insertSeeds(seeding: Seeding, seeded: readonly SeededRecord[]): Promise<void> {
  const places = new Map(referredFirst(seeded.map(({ seed }) => seed.entity)).map((entity, at) => [entity, at]));
  const order = seeded.map((one) => ({
    one,
    place: places.get(one.seed.entity) ?? 0,
    at: createdAt(one.seed, one.events, seeding.scope.now),
  }));
  order.sort((a, b) => a.place - b.place || (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  for (const one of seeded) addLines(seeding, one);
  const pending = createPending();
  for (const { one, at } of order.filter(({ one: { isNew } }) => isNew)) {
    const sent = await withNumbers(seeding, one, sentOf(seeding, one), at);
    const record = systemOf(
      seeding,
      one,
      settle({ entity: one.seed.entity, before: null, sent, scope: scopeOfEvent(seeding, at) }),
    );
    await unlessTaken(seeding, one.seed, async () =>
      insertRecord(seeding.tx, seeding.context, one.seed.entity, record),
    );
    await noteSeed(seeding, pending, one, { before: null, record });
  }
  await workOutQuietly(seeding.working, pending);
}

/** These entities, each behind those that it refers to, as far as they do not refer to each other. */
function referredFirst(entities: readonly Entity[]): readonly Entity[] {
  const own = new Map(entities.map((entity) => [entity.id, entity]));
  const found = new Set<Entity>();
  const visited = new Set<Entity>();
  const visit = (entity: Entity): void => {
    if (visited.has(entity)) return;
    visited.add(entity);
    for (const field of Object.values(entity.fields)) {
      const target = isReference(field) ? own.get(field.to) : undefined;
      if (target) visit(target);
    }
    found.add(entity);
  };
  own.forEach(visit);
  return [...found];
}

/** Notes the records whose stored values read what was written of a seed. */
export async function noteSeed(
  { working, plans }: Seeding,
  pending: Pending,
  { seed: { entity } }: SeededRecord,
  difference: Pick<Difference, 'before' | 'record'>,
): Promise<void> {
  const plan = plans(entity.id);
  await noteDependents({ ...working, ...difference, entity, plan, changed: new Set<string>() }, pending);
}

/** Runs a statement; a value that another record has already is a problem of its row. */
export async function unlessTaken(seeding: Seeding, seed: Seed, write: () => Promise<void>): Promise<void> {
  try {
    await seeding.tx.savepoint(write);
  } catch (cause) {
    const fields = takenFields(seeding.tx, seed.entity, cause);
    if (fields === null) throw cause;
    report(seeding, seed, {
      field: fields.join(', '),
      code: 'not_unique',
      value: fields.map((field) => shownCell(seed.values[field]) ?? '').join(', '),
    });
  }
}

/** The fields whose values another record has already, if that is the cause. */
function takenFields({ dialect }: Writer, entity: Entity, cause: unknown): readonly string[] | null {
  const violation = dialect.violation(cause);
  if (violation?.kind !== 'unique') return null;
  const taken = uniqueSets(entity).find(
    ({ name, fields }) => name === violation.index || uniqueName(entity.id, fields) === violation.index,
  );
  return taken?.fields ?? ['id'];
}

export function reportProblem(seeding: Seeding, seed: Seed, { path, code, params }: Problem): void {
  report(seeding, seed, { field: path, code, params, value: seed.values[path] ?? null });
}

export function report(
  seeding: Seeding,
  seed: Pick<Seed, 'file' | 'row'>,
  {
    field,
    code,
    value,
    params = {},
  }: Pick<DataProblem, 'field' | 'code'> & Partial<Pick<DataProblem, 'params'>> & { readonly value: Wire },
): void {
  const place = { file: seed.file, row: shownRow(seed) };
  seeding.problems.push({ ...place, field, code, params, value: shownCell(value) });
}

/** The row's values, references resolved. */
export function sentOf(seeding: Seeding, { seed, id }: SeededRecord): Readonly<Record<string, Wire>> {
  const entries = Object.entries(seed.values).map(([name, value]): readonly [string, Wire] => {
    const field = seed.entity.fields[name];
    if (!field) return [name, value];
    const { directory } = seeding;
    const found = resolved(field, value, {
      directory,
      beside: seed.values,
      missing: (missing) => report(seeding, seed, { field: name, code: 'no_such_record', value: missing }),
    });
    if (isSecret(field)) return [name, sealedCell(seeding, seed, field, value)];
    const known = directory.lines(childTable(seed.entity.id, name), id);
    return [name, withLineIds(normalValue(field, found), seeding.scope.now, known)];
  });
  return Object.fromEntries(entries);
}

/** A secret of a data file as it is stored. What is wrong with it is told without it. */
function sealedCell(seeding: Seeding, seed: Seed, field: Field, cell: Wire): Wire {
  const text = normalValue(field, cell);
  if (typeof text !== 'string') return null;
  const code = isSealed(text) ? 'bad_pattern' : malformed(field, text);
  if (code === null) return sealAtOnce(text);
  report(seeding, seed, { field: field.id, code, value: null, params: { max: LONGEST_SECRET } });
  return null;
}

/** Lines with ids: those that they are known by, else new ones. What refers to the second line refers to it after a change, too. */
function withLineIds(value: Wire, now: string, known: readonly string[]): Wire {
  if (!Array.isArray(value)) return value;
  return value.map((item: Wire, index) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) && idOf(item) === null
      ? { ...item, id: known[index] ?? newId(now) }
      : item,
  );
}

/** Gives the lines of new records ids, so that other rows can refer to them, whichever is stored first. */
function addLines({ directory, scope }: Seeding, { seed, id, isNew }: SeededRecord): void {
  for (const [name, value] of isNew ? Object.entries(seed.values) : [])
    if (isLines(seed.entity.fields[name]) && Array.isArray(value))
      directory.addLines(
        childTable(seed.entity.id, name),
        id,
        value.map(() => newId(scope.now)),
      );
}

async function withNumbers(
  seeding: Seeding,
  { seed }: SeededRecord,
  sent: Readonly<Record<string, Wire>>,
  at: string,
): Promise<Readonly<Record<string, Wire>>> {
  const part = { day: todayIn(seeding.context.model.timeZone, at), per: [] };
  const numbers: (readonly [string, Wire])[] = [];
  for (const field of sequenceFields(seed.entity)) {
    if (field.per !== null) continue; // once the record is whole (see `numberSeeds`)
    if (textOf(sent[field.id]) === null && !isDrawnAt(field, 'create')) continue;
    numbers.push([field.id, await numberOf(seeding.tx, seed, { field, given: sent[field.id], part })]);
  }
  return { ...sent, ...Object.fromEntries(numbers) };
}

/** The number of a row: the one that it gives, behind which the sequence goes on, or the next one. */
export async function numberOf(
  tx: Writer,
  { entity }: Seed,
  { field, given, part }: { readonly field: SequenceField; readonly given: Wire | undefined; readonly part: Part },
): Promise<string> {
  const text = textOf(given);
  if (text === null) return drawNumber(tx, entity.id, field, part);
  await countOn(tx, entity.id, { field, value: text, part });
  return text;
}

export function scopeOfEvent({ scope, context, limits }: Seeding, at: string): Scope {
  const ofDay = scopeWithLimitRecords(context.model, scopeAt(context.model, at), limits);
  return { ...scope, ...ofDay, user: scope.user ?? null, creating: false };
}

/** System fields as the row gives them, else as the events give them. */
export function systemOf(
  seeding: Seeding,
  { seed, id, events, isNew }: SeededRecord,
  record: RecordValue,
): RecordValue {
  const changes = changesAmong(events);
  const first = changes[0];
  const last = changes.at(-1);
  const moved = changes.findLast(({ from, to }) => to !== null && from !== to);
  const created = isNew ? createdAt(seed, events, seeding.scope.now) : record.created_at;
  const changed = textOf(seed.system['changed_at']) ?? last?.at ?? (isNew ? created : record.changed_at);
  const state = textOf(seed.system['state']) ?? moved?.to ?? record.state;
  return {
    ...record,
    id,
    version: isNew ? Math.max(1, changes.length) : record.version,
    created_at: created,
    created_by: person(seeding, seed, 'created_by', first?.by ?? null) ?? record.created_by,
    changed_at: changed,
    changed_by: person(seeding, seed, 'changed_by', last?.by ?? null) ?? record.changed_by,
    ...(state === undefined
      ? {}
      : {
          state,
          state_since:
            textOf(seed.system['state_since']) ?? moved?.at ?? (isNew ? created : (record.state_since ?? created)),
          state_final: seed.entity.lifecycle?.states[state]?.final === true,
        }),
  };
}

function person(
  seeding: Seeding,
  seed: Seed,
  column: string,
  fromEvents: string | null,
): { readonly id: string } | null {
  const name = textOf(seed.system[column]) ?? fromEvents;
  if (name === null) return null;
  const id = seeding.directory.find('user', name);
  if (id === null) report(seeding, seed, { field: column, code: 'no_such_record', value: name });
  return id === null ? null : { id };
}
