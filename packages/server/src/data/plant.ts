import {
  idOf,
  judgeRules,
  normalValue,
  settle,
  validateFields,
  type Entity,
  type RecordValue,
  type Scope,
  type SequenceField,
  type Wire,
} from '@ninefold/model';
import { limitValuesOn, todayIn } from '@ninefold/model';
import type { Context } from '../records/context.ts';
import type { WritePlans } from '../records/writing/attempt.ts';
import { countOn, drawNumber, isDrawnAt, sequenceFields } from '../records/writing/sequences.ts';
import { settleFully } from '../records/writing/settle-fully.ts';
import { treeProblems } from '../records/writing/tree-circle.ts';
import { insertRecord, updateRecord } from '../records/writing/store.ts';
import { labelledId, newId } from '../records/writing/uuid.ts';
import type { Writer } from '../storage/database.ts';
import { uniqueName, uniqueSets } from '../storage/schema/indexes.ts';
import type { DataProblem } from './data-refused.ts';
import { resolved, type Directory } from './directory.ts';
import { eventKey, type Event, type Events } from './events.ts';
import { textOf, type Seed } from './seeds.ts';

/** What loading shares. */
export interface Planting {
  readonly context: Context;
  readonly plans: WritePlans;
  readonly tx: Writer;
  readonly directory: Directory;
  readonly events: Events;
  readonly scope: Scope;
  readonly problems: DataProblem[];
}

/** A seed and the record that it becomes. */
export interface Planted {
  readonly seed: Seed;
  readonly id: string;
  readonly isNew: boolean;
  readonly events: readonly Event[];
}

const LABEL = `INSERT INTO "_label" ("entity", "label", "record") VALUES (?, ?, ?)
  ON CONFLICT ("entity", "label") DO UPDATE SET "record" = excluded."record"`;

/** Gives every seed its record: the one with its label or key, or a new one. */
export async function prepare(planting: Planting, seeds: readonly Seed[]): Promise<readonly Planted[]> {
  const planted: Planted[] = [];
  for (const seed of seeds) {
    const { entity, label, key } = seed;
    const events =
      (label === null ? undefined : planting.events.get(eventKey(entity.id, label))) ??
      (key === null ? undefined : planting.events.get(eventKey(entity.id, key))) ??
      [];
    const known =
      (label === null ? null : planting.directory.find(entity.id, label)) ??
      (key === null ? null : planting.directory.find(entity.id, key));
    const id = known ?? newIdOf(seed, createdAt(planting, seed, events));
    planting.directory.add(seed, id);
    if (known === null && label !== null) await planting.tx.run(LABEL, [entity.id, label, id]);
    planted.push({ seed, id, isNew: known === null, events });
  }
  return planted;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function newIdOf({ entity, label, key }: Seed, at: string): string {
  if (label !== null && UUID.test(label)) return label;
  const name = label ?? key;
  return name === null ? newId(at) : labelledId(at, `${entity.id} ${name}`);
}

function createdAt({ scope }: Planting, seed: Seed, events: readonly Event[]): string {
  return textOf(seed.system['created_at']) ?? events[0]?.at ?? scope.now;
}

/** Stores the rows as written, oldest first: numbers are drawn in that order. Computed and copied values follow in `ripen`. */
export async function plant(planting: Planting, planted: readonly Planted[]): Promise<void> {
  const order = planted.map((one) => ({ one, at: createdAt(planting, one.seed, one.events) }));
  order.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  for (const { one, at } of order.filter(({ one: { isNew } }) => isNew)) {
    const sent = await withNumbers(planting, one, sentOf(planting, one), at);
    const record = systemOf(
      planting,
      one,
      settle({ entity: one.seed.entity, before: null, sent, scope: scopeAt(planting, at) }),
    );
    await unlessTaken(planting, one.seed, async () =>
      insertRecord(planting.tx, planting.context.model, one.seed.entity, record),
    );
  }
}

/** Runs a statement; a value that another record has already is a problem of its row. */
async function unlessTaken(planting: Planting, seed: Seed, write: () => Promise<void>): Promise<void> {
  try {
    await planting.tx.attempt(write);
  } catch (cause) {
    const fields = takenFields(planting.tx, seed.entity, cause);
    if (fields === null) throw cause;
    report(
      planting,
      seed,
      fields.join(', '),
      'not_unique',
      fields.map((field) => String(seed.values[field] ?? '')).join(', '),
    );
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

/** Completes every planted record now that all it refers to is there, and judges it. */
export async function ripen(planting: Planting, planted: readonly Planted[]): Promise<void> {
  for (const [entity, group] of Map.groupBy(planted, ({ seed }) => seed.entity.id)) {
    const plan = planting.plans(entity);
    const loaded = await plan.load.load(
      planting.tx,
      group.map(({ id }) => id),
      planting.scope,
    );
    for (const one of group) {
      const stored = loaded.get(one.id) as RecordValue | undefined; // loaded with every system field
      if (stored) await ripenOne(planting, one, stored);
    }
  }
}

async function ripenOne(planting: Planting, one: Planted, stored: RecordValue): Promise<void> {
  const { entity } = one.seed;
  const scope = scopeAt(planting, stored.created_at);
  const written = one.isNew ? storedValues(one, stored) : sentOf(planting, one);
  const attempt = { entity, plan: planting.plans(entity.id), tx: planting.tx, scope };
  const settled = await settleFully(attempt, one.isNew ? null : stored, written);
  const record: RecordValue = one.isNew
    ? { ...stored, ...settled, ...systemPart(stored) }
    : systemOf(planting, one, { ...settled, version: stored.version });
  judge(planting, one, record, scope);
  await unlessTaken(planting, one.seed, async () => updateRecord(planting.tx, entity, stored, record));
  for (const { path, code } of await treeProblems(planting.tx, entity, record))
    report(planting, one.seed, path, code, String(one.seed.values[path] ?? ''));
}

/** What the row gave and the numbers that were drawn, with all that was loaded with it. */
function storedValues({ seed }: Planted, stored: RecordValue): Readonly<Record<string, Wire>> {
  const names = [...Object.keys(seed.values), ...sequenceFields(seed.entity).map(({ id }) => id)];
  return Object.fromEntries(names.map((name) => [name, (stored[name] ?? null) as Wire]));
}

function systemPart(stored: RecordValue): Partial<RecordValue> {
  const { id, version, created_at, created_by, changed_at, changed_by, state, state_since, state_final } = stored;
  return {
    id,
    version,
    created_at,
    created_by,
    changed_at,
    changed_by,
    ...(state === undefined
      ? {}
      : { state, state_since: state_since ?? changed_at, state_final: state_final === true }),
  };
}

function judge(planting: Planting, one: Planted, record: RecordValue, scope: Scope): void {
  const { entity } = one.seed;
  const fields = validateFields({ entity, before: null, record, scope });
  const rules = judgeRules({ entity, before: record, record, scope: { ...scope, transition: '' } });
  for (const { path, code } of [...fields, ...rules.errors])
    report(planting, one.seed, path, code, String(JSON.stringify(record[path.split(/[.[]/)[0] ?? ''] ?? null)));
}

export function report(
  planting: Planting,
  seed: Pick<Seed, 'file' | 'row'>,
  field: string,
  code: string,
  value: string,
): void {
  planting.problems.push({ file: seed.file, row: seed.row, field, code, value: value.slice(0, 80) });
}

/** The row's values, references resolved. */
function sentOf(planting: Planting, { seed }: Planted): Readonly<Record<string, Wire>> {
  const entries = Object.entries(seed.values).map(([name, value]): readonly [string, Wire] => {
    const field = seed.entity.fields[name];
    if (!field) return [name, value];
    const found = resolved(planting.directory, field, value, (missing) =>
      report(planting, seed, name, 'no_such_record', missing),
    );
    return [name, withLineIds(normalValue(field, found), planting.scope.now)];
  });
  return Object.fromEntries(entries);
}

function withLineIds(value: Wire, now: string): Wire {
  if (!Array.isArray(value)) return value;
  return value.map((item: Wire) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) && idOf(item) === null
      ? { ...item, id: newId(now) }
      : item,
  );
}

async function withNumbers(
  planting: Planting,
  { seed }: Planted,
  sent: Readonly<Record<string, Wire>>,
  at: string,
): Promise<Readonly<Record<string, Wire>>> {
  const today = todayIn(planting.context.model.timeZone, at);
  const numbers: (readonly [string, Wire])[] = [];
  for (const field of sequenceFields(seed.entity)) {
    if (textOf(sent[field.id]) === null && !isDrawnAt(field, 'create')) continue;
    numbers.push([field.id, await numberOf(planting.tx, seed, field, sent[field.id], today)]);
  }
  return { ...sent, ...Object.fromEntries(numbers) };
}

async function numberOf(
  tx: Writer,
  { entity }: Seed,
  field: SequenceField,
  given: Wire | undefined,
  today: string,
): Promise<string> {
  const text = textOf(given);
  if (text === null) return drawNumber(tx, entity.id, field, today);
  await countOn(tx, entity.id, field, text, today);
  return text;
}

function scopeAt({ scope, context }: Planting, at: string): Scope {
  const today = todayIn(context.model.timeZone, at);
  return { ...scope, limits: limitValuesOn(context.model, today), now: at, today, creating: false };
}

/** System fields as the row gives them, else as the events tell them. */
function systemOf(planting: Planting, { seed, id, events, isNew }: Planted, record: RecordValue): RecordValue {
  const first = events[0];
  const last = events.at(-1);
  const moved = events.findLast(({ from, to }) => to !== null && from !== to);
  const created = isNew ? createdAt(planting, seed, events) : record.created_at;
  const changed = textOf(seed.system['changed_at']) ?? last?.at ?? (isNew ? created : record.changed_at);
  const state = textOf(seed.system['state']) ?? moved?.to ?? record.state;
  return {
    ...record,
    id,
    version: isNew ? Math.max(1, events.length) : record.version,
    created_at: created,
    created_by: person(planting, seed, 'created_by', first?.by ?? null) ?? record.created_by,
    changed_at: changed,
    changed_by: person(planting, seed, 'changed_by', last?.by ?? null) ?? record.changed_by,
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
  planting: Planting,
  seed: Seed,
  column: string,
  fromEvents: string | null,
): { readonly id: string } | null {
  const name = textOf(seed.system[column]) ?? fromEvents;
  if (name === null) return null;
  const id = planting.directory.find('user', name);
  if (id === null) report(planting, seed, column, 'no_such_record', name);
  return id === null ? null : { id };
}
