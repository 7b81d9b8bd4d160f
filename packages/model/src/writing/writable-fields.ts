import type { RuntimeErrorId } from '../catalogue/runtime-errors.ts';
import type { Entity } from '../ir/entity.ts';
import type { Field, LinesField } from '../ir/field.ts';
import type { State } from '../ir/lifecycle.ts';
import type { FieldRight } from '../ir/role.ts';
import { holds } from '../expressions/evaluate.ts';
import { normalValue, sameValue } from '../field-types/registry.ts';
import { isGivable, isLines } from '../field-types/traits.ts';
import { fieldRights, type Rights, visibleFields } from '../rights/rights.ts';
import { partsOf } from '../values/parts.ts';
import { idOf, isList, isMap, memberOf, type Scope } from '../values/value.ts';
import { cyclesOf } from './cycles.ts';
import { creatingIn } from './creating-in.ts';
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
  const open = Object.values(entity.fields).filter((field) => {
    const right = byRight[field.id];
    if (!(before === null ? right?.create : right?.update)) return false;
    if (state === 'not_your_role' || (state === 'locked' && !field.editableWhenLocked)) return false;
    return isWritable(field, before, scope);
  });
  return new Set(open.map((field) => field.id));
}

function isWritable(field: Field, before: RecordValue | null, scope: Scope): boolean {
  if (!isGivable(field)) return false;
  if (field.immutable && before !== null && !sameValue(field, before[field.id], null)) return false;
  return holds(field.editableWhen, before === null ? scope : { ...scope, record: before }) !== false;
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
  const write = { ...given, scope: creatingIn(given.scope, given.before) };
  return Object.keys(write.sent).flatMap((name) => {
    const field = Object.hasOwn(write.entity.fields, name) ? write.entity.fields[name] : undefined;
    const code = field === undefined ? refusalOfUnknown(name, write) : refusalOf(field, write);
    const shown = field === undefined ? name.slice(0, LONGEST_NAME) : name;
    if (code !== null) return [{ path: shown, code, params: { field: shown } }];
    return isLines(field) ? readOnlyInLines(field, write) : [];
  });
}

/**
 * Fields of lines that nobody writes: sent with another value than the line has. A line that is new has none. And those that keep
 * the first value that the line was given.
 */
function readOnlyInLines(field: LinesField, { before, sent, rights }: SentWrite): readonly Problem[] {
  const closed = Object.values(field.fields).filter(({ readOnly, immutable }) => readOnly || immutable);
  const lines = sent[field.id] ?? null;
  if (closed.length === 0 || !isList(lines)) return [];
  const stored = listOf(before?.[field.id]);
  const isRead = rights[field.id]?.read === true;
  return lines.flatMap((line, index) => {
    const own = stored.find((one) => idOf(one) !== null && idOf(one) === idOf(line)) ?? null;
    const told = closed.flatMap((inner): readonly (readonly [Field, RuntimeErrorId])[] => {
      if (!isMap(line) || !Object.hasOwn(line, inner.id)) return [];
      if (inner.readOnly) return isAsStored(inner, line, isRead ? own : null) ? [] : [[inner, 'read_only_field']];
      const isFree = own === null || sameValue(inner, memberOf(own, inner.id), null);
      return isFree || isAsStored(inner, line, own) ? [] : [[inner, 'immutable']];
    });
    return told.map(([{ id }, code]) => ({
      path: `${field.id}[${String(index)}].${id}`,
      code,
      params: { field: id },
    }));
  });
}

function listOf(value: Wire | undefined): readonly Wire[] {
  return value !== undefined && isList(value) ? value : [];
}

function isAsStored(field: Field, line: Wire, stored: Wire): boolean {
  return (
    stored !== null &&
    sameValue(field, memberOf(stored, field.id), normalValue(field, memberOf(line, field.id) ?? null))
  );
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
  if (field.editableWhen && holds(field.editableWhen, before ? { ...scope, record: before } : scope) === false)
    return 'read_only_field';
  return null;
}
