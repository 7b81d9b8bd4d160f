import {
  changedFields,
  creatingIn,
  derivedCycles,
  fieldRights,
  fieldsToFind,
  idOf,
  isLines,
  settle,
  settlesAlone,
  stateNames,
  type Entity,
  type Field,
  type FieldRight,
  type RecordValue,
  type Scope,
  type SettledWrite,
  type Write,
  memoizedWeakly,
} from '@ninefold/model';
import type { Sent } from '../context/body.ts';
import { targetOf, type FindTargets } from '../loading/find-target.ts';
import type { Caller } from '../context/records.ts';
import type { Draft } from '../loading/rows.ts';
import { userFieldRights } from '../people/user-rights.ts';
import type { Following, WriteContext } from '../services/write-context.ts';

/** A record before and after something happened to it: null before it appears, and after it has gone. */
export interface Difference {
  readonly before: RecordValue | null;
  readonly record: RecordValue | null;
  /** Ids of the fields whose value differs. */
  readonly changed: ReadonlySet<string>;
}

/** One write of one record, worked out once and handed from step to step; each step gives it on with what it found. */
export interface Change<Before extends RecordValue | null = RecordValue | null> extends WriteContext, Difference {
  /** The record as it is; null where it is being created. */
  readonly before: Before;
  /** The record as it will be. */
  readonly record: RecordValue;
  /** What was sent for it. */
  readonly sent: Sent;
  /** What the writer may do with its fields: as it is, or as it will be where it is being created. */
  readonly fieldRights: Readonly<Record<string, FieldRight>>;
  /** What expressions of this write see beside the record: `before`, and where there is one `transition` and `input`. */
  readonly writeScope: Scope;
}

const NOTHING_CHANGED: ReadonlySet<string> = new Set();

/** A change of a record that is there, before anything of it is settled. */
export function beginUpdate(write: WriteContext, before: RecordValue, sent: Sent): Change<RecordValue> {
  return {
    ...write,
    before,
    record: before,
    changed: NOTHING_CHANGED,
    sent,
    fieldRights: rightsOn(write, before, { ...write.scope, record: before }),
    writeScope: { ...write.scope, before },
  };
}

/** The creation of a record whose fields are settled. */
export function beginCreation(write: WriteContext, record: RecordValue, sent: Sent, writeScope: Scope): Change<null> {
  return {
    ...write,
    before: null,
    record,
    changed: changedFields(write.entity, null, record),
    sent,
    fieldRights: rightsOn(write, null, { ...writeScope, record }),
    writeScope,
  };
}

/** The change with another record as its outcome. */
export function withRecord<C extends Change>(change: C, record: RecordValue): C {
  return { ...change, record, changed: changedFields(change.entity, change.before, record) };
}

/** The change with the next version of its record: who changed it, and when. */
export function withNextVersion(change: Change<RecordValue>): Change<RecordValue> {
  const { caller, scope, before, record } = change;
  const [version, author] = [before.version + 1, authorOf(caller)];
  const changed_by = author === null ? null : { id: author };
  return { ...change, record: { ...record, version, changed_at: scope.now, changed_by } };
}

/** Who wrote something, as records and their history keep it: the id of a user, or null for the application itself. */
export function authorOf(caller: Caller): string | null {
  return caller.cause === undefined ? caller.me.id : null;
}

/** The change as the functions of the model judge it. */
export function settledOf({ entity, before, record, changed, writeScope }: Change): SettledWrite {
  return { entity, before, record, changed, scope: writeScope };
}

function rightsOn(
  { context, caller, entity, rights }: WriteContext,
  before: RecordValue | null,
  scope: Scope,
): Change['fieldRights'] {
  const granted = fieldRights(rights, entity, scope);
  return entity.id === 'user' ? userFieldRights({ context, caller, entity, before }, granted) : granted;
}

/** What a write is settled with. */
interface Settling extends Pick<WriteContext, 'entity' | 'tx' | 'scope'>, Pick<Write, 'worked'> {
  readonly plan: Pick<WriteContext['plan'], 'load' | 'alone' | 'finds'>;
}

/** Every round learns of a reference that the one before has set: no record has so many that each leads to the next. */
const MAX_ROUNDS = 200;

/** Settles a write, loading on the way whatever its new references have to be asked, until nothing new is learned. */
export async function settleFully(
  { entity, plan, tx, scope, worked = false }: Settling,
  before: RecordValue | null,
  sent: Sent,
): Promise<RecordValue> {
  const write: Write = { entity, before, sent, worked, known: plan.alone, found: {}, scope };
  const look = lookingFor({ entity, plan, tx, scope });
  let found: Found = {};
  let record = settle(write);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const isMore = await plan.load.fill(tx, [record as unknown as Draft], scope);
    const next = plan.finds.size === 0 ? found : await look(write, record, found);
    if (next === found && (!isMore || settlesAlone(entity))) return record;
    found = next;
    record = settle({ ...write, found });
  }
  await plan.load.fill(tx, [record as unknown as Draft], scope);
  return record;
}

type Found = NonNullable<Write['found']>;

/** Looks for the records that fill references, again where what decides about them has changed; answers the same where nothing else is found. */
function lookingFor({
  plan,
  tx,
  scope: given,
}: Settling): (write: Write, record: RecordValue, found: Found) => Promise<Found> {
  const looked = new Map<string, string>();
  return async (write, record, found) => {
    const scope = creatingIn({ ...given, before: write.before }, write.before);
    let all = found;
    for (const finding of fieldsToFind(write, record)) {
      const { path } = finding;
      const target = targetOf(plan.finds, finding);
      const given = { record, line: finding.within?.line ?? null };
      const by = target?.given(given, scope) ?? '';
      if (target === undefined || looked.get(path) === by) continue;
      looked.set(path, by);
      const [first, second] = await target.ids(tx, given, scope);
      const one = first === undefined || second !== undefined ? null : { id: first };
      if (all[path] === undefined || idOf(all[path]) !== idOf(one)) all = { ...all, [path]: one };
    }
    return all;
  };
}

/** What follows from the fields of a record and is stored: fields that are computed, a derived state, and lines with such a field. */
export const computedOf = memoizedWeakly((entity: Entity) => {
  const isComputed = (field: Field): boolean =>
    isLines(field) ? Object.values(field.fields).some(isComputed) : field.computed?.live === false;
  const fields = Object.values(entity.fields).filter(isComputed);
  const states = derivedCycles(entity).flatMap(({ field }) => [field, ...Object.values(stateNames(field))]);
  return {
    names: [...new Set([...fields.map(({ id }) => id), ...states])],
    lines: fields.flatMap((field) => (isLines(field) ? field.id : [])),
  };
});

const NO_FINDS: FindTargets = new Map();

/** The record, loaded for computing, with its stored computed values and those of its lines as they should be. The rest stays as it is. */
export async function recomputed({ entity, plan, tx, scope }: Following, before: RecordValue): Promise<RecordValue> {
  const { names, lines } = computedOf(entity);
  if (names.length === 0) return before;
  const sent = Object.fromEntries(lines.map((id) => [id, before[id] ?? null] as const));
  const settled = await settleFully(
    { entity, plan: { load: plan.computing, alone: {}, finds: NO_FINDS }, tx, scope },
    before,
    sent,
  );
  return { ...before, ...Object.fromEntries(names.map((id) => [id, settled[id]] as const)) };
}
