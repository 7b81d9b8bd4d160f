import type { RuntimeErrorId } from '../catalogue/runtime-errors.ts';
import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import type { State } from '../ir/lifecycle.ts';
import type { FieldRight } from '../ir/role.ts';
import { holds } from '../expressions/evaluate.ts';
import { normalValue, sameValue } from '../field-types/registry.ts';
import { isGivable, isLines } from '../field-types/traits.ts';
import { fieldRights, type Rights } from '../rights/rights.ts';
import { asSeen, visibleFields } from '../rights/seen.ts';
import { partsOf } from '../values/parts.ts';
import type { Scope } from '../values/value.ts';
import { cyclesOf } from './cycles.ts';
import { creatingIn } from './creating-in.ts';
import { closedInLines } from './writable-lines.ts';
import type { Problem, RecordValue, Wire } from '../wire/answers.ts';

/** Whether people may change the record's fields in its state; fields with `editable_when_locked` stay open in a locked state. */
export function stateOf(entity: Entity, record: RecordValue, rights: Rights): 'open' | 'locked' | 'not_your_role' {
  return closingState(entity, record, rights)?.closed ?? 'open';
}

/** A state in which people, or these people, may not change the fields of a record. */
export interface ClosingState {
  readonly closed: 'locked' | 'not_your_role';
  /** What holds the state: `state`, or the field of a further life cycle. */
  readonly field: string;
  readonly state: State;
}

/** The state of a record that keeps people with these rights from changing its fields, a locked one first; null where none does. */
export function closingState(entity: Entity, record: RecordValue, rights: Rights): ClosingState | null {
  const states = cyclesOf(entity).flatMap(({ field, lifecycle }) => {
    const id = record[field];
    const state = typeof id === 'string' ? lifecycle.states[id] : undefined;
    return state ? [{ field, state }] : [];
  });
  const locked = states.find(({ state }) => state.locked);
  if (locked) return { ...locked, closed: 'locked' };
  const others = states.find(
    ({ state: { editableBy } }) => editableBy !== null && !editableBy.some((role) => rights.roles.includes(role)),
  );
  return others ? { ...others, closed: 'not_your_role' } : null;
}

/** The fields that this user may change now: rights, state, `editable_when`, `immutable` and `read_only` taken together. Null `before`: on creation. */
export function editableFields(
  entity: Entity,
  before: RecordValue | null,
  rights: Rights,
  given: Scope,
): ReadonlySet<string> {
  const scope = creatingIn(given, before);
  const byRight = fieldRights(rights, entity, scope);
  const state = before === null ? 'open' : stateOf(entity, before, rights);
  const seen = before === null ? scope : { ...scope, record: asSeen(entity, before, scope) };
  const open = Object.values(entity.fields).filter((field) => {
    const right = byRight[field.id];
    if (!(before === null ? right?.create : right?.update)) return false;
    if (state === 'not_your_role' || (state === 'locked' && !field.editableWhenLocked)) return false;
    return isWritable(field, before, seen);
  });
  return new Set(open.map((field) => field.id));
}

function isWritable(field: Field, before: RecordValue | null, scope: Scope): boolean {
  if (!isGivable(field)) return false;
  if (field.immutable && before !== null && !sameValue(field, before[field.id], null)) return false;
  return holds(field.editableWhen, scope) !== false;
}

/** The fields of a record that is being made for which a form asks: those that are shown, and that `editable_when` does not close. */
export function askedFields(entity: Entity, scope: Scope): ReadonlySet<string> {
  const inScope = creatingIn(scope, null);
  const visible = visibleFields(entity, inScope);
  const open = Object.values(entity.fields).filter((field) => holds(field.editableWhen, inScope) !== false);
  return new Set(open.map(({ id }) => id).filter((id) => visible.has(id)));
}

/** What a write names, before it is applied. */
export interface SentWrite {
  readonly entity: Entity;
  readonly before: RecordValue | null;
  readonly sent: Readonly<Record<string, Wire>>;
  /** On create judged with `create`, else with `update`. */
  readonly rights: Readonly<Record<string, FieldRight>>;
  /** Whether the writer may know that there is a field of this name. */
  readonly isKnown: (field: string) => boolean;
  /** `record` is the record as it will be, `before` as it is. */
  readonly scope: Scope;
}

/**
 * Fields that a write may not name: unknown, without right, computed or read-only, immutable, hidden. One problem a field.
 * One that may be neither read nor written, of whatever record, is as unknown as one that is not there.
 */
export function judgeSent(given: SentWrite): readonly Problem[] {
  const write = { ...given, scope: scopeOfSent(given) };
  return Object.keys(write.sent).flatMap((name) => {
    const field = Object.hasOwn(write.entity.fields, name) ? write.entity.fields[name] : undefined;
    const code = field === undefined ? refusalOfUnknown(name, write) : refusalOf(field, write);
    const shown = field === undefined ? name.slice(0, LONGEST_NAME) : name;
    if (code !== null) return [{ path: shown, code, params: { field: shown } }];
    if (!isLines(field)) return [];
    const stored = write.before?.[field.id] ?? null;
    const isRead = write.rights[field.id]?.read === true;
    return closedInLines(field, { lines: write.sent[field.id] ?? null, stored, isRead, scope: write.scope });
  });
}

/** The scope in which what is sent is judged: conditions see the record, as it is and as it will be, as expressions see it. */
function scopeOfSent({ entity, before, scope: given }: SentWrite): Scope {
  const scope = creatingIn(given, before);
  const seen = scope.record ? { ...scope, record: asSeen(entity, scope.record, scope) } : scope;
  return { ...seen, before: before && asSeen(entity, before, scope) };
}

/** What stands in the place of an object and is none is of a wrong type; any other name is unknown. */
function refusalOfUnknown(name: string, { entity, rights, isKnown }: SentWrite): RuntimeErrorId {
  const parts = partsOf(entity.fields).get(name) ?? [];
  const isOpen = parts.some((id) => rights[id]?.create === true || rights[id]?.update === true || isKnown(id));
  return isOpen ? 'bad_type' : 'unknown_field';
}

/** No id is longer; a longer name is told by its beginning. */
const LONGEST_NAME = 60;

function refusalOf(field: Field, { before, sent, rights, isKnown, scope }: SentWrite): RuntimeErrorId | null {
  const right = rights[field.id];
  const value = normalValue(field, sent[field.id] ?? null);
  if (!(before ? right?.update : right?.create))
    return right?.read === true || isKnown(field.id) ? 'forbidden_field' : 'unknown_field';
  if (before && right?.read === true && sameValue(field, before[field.id], value)) return null;
  if (!isGivable(field)) return 'read_only_field';
  if (field.immutable && before && !sameValue(field, before[field.id], null)) return 'immutable';
  if (holds(field.visibleWhen, scope) === false && !sameValue(field, value, null)) return 'hidden_field';
  const was = scope.before ? { ...scope, record: scope.before } : scope;
  return field.editableWhen && holds(field.editableWhen, was) === false ? 'read_only_field' : null;
}
