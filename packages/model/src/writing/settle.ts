import type { Entity } from '../ir/entity.ts';
import type { Field, LinesField } from '../ir/field.ts';
import { evaluateWire } from '../field-types/evaluate-wire.ts';
import { normalValue } from '../field-types/registry.ts';
import { idOf, sameValue } from '../field-types/same.ts';
import type { Scope } from '../values/value.ts';
import type { RecordValue, Wire } from '../wire/answers.ts';
import { payable, takesCurrency } from './currency-in.ts';
import { asSeen } from './visible.ts';

type Draft = Record<string, Wire | undefined>;
type Sent = Readonly<Record<string, Wire>>;

/** A write to settle. References in `before` and `sent` carry what the entity's expressions read of their targets (see `pathsRead`). */
export interface Write {
  readonly entity: Entity;
  /** The record as it is, null when it is being created. */
  readonly before: RecordValue | null;
  readonly sent: Sent;
  /** `record` and `before` are filled in here. */
  readonly scope: Scope;
}

/**
 * The record as it will be: what was sent, else `copy`, else `default`, then computed values.
 * Values are normalised; malformed ones stay as sent, for `validateFields` to name. Pure: the same in browser and server.
 */
export function settle({ entity, before, sent, scope }: Write): RecordValue {
  const draft: Draft = before ? { ...before } : blankRecord(entity, scope);
  const fields = Object.values(entity.fields);
  for (const field of fields) {
    if (Object.hasOwn(sent, field.id))
      draft[field.id] = settleValue(entity, field, sent[field.id] ?? null, draft, scope);
  }
  const inScope = (): Scope => ({ ...scope, record: asSeen(entity, draft as Draft & RecordValue, scope), before });
  arrive(
    fields.filter((field) => !Object.hasOwn(sent, field.id) && field.computed === null),
    before,
    draft,
    inScope,
  );
  pay(fields, draft, inScope);
  compute(fields, draft, inScope);
  return draft as Draft & RecordValue; // every system field is in before or blankRecord
}

function blankRecord(entity: Entity, scope: Scope): Draft {
  const state = entity.lifecycle ? (entity.lifecycle.transitions['create']?.to ?? entity.lifecycle.initial) : undefined;
  const author = idOf(scope.user as Wire) === null ? null : (scope.user as Wire);
  return {
    id: '',
    version: 0,
    created_at: scope.now,
    created_by: author,
    changed_at: scope.now,
    changed_by: author,
    ...(state === undefined
      ? {}
      : { state, state_since: scope.now, state_final: entity.lifecycle?.states[state]?.final === true }),
    ...Object.fromEntries(Object.values(entity.fields).map((field) => [field.id, normalValue(field, null)])),
  };
}

function settleValue(entity: Entity, field: Field, value: Wire, draft: Draft, scope: Scope): Wire {
  const normal = normalValue(field, value);
  if (field.type !== 'lines' || !Array.isArray(normal)) return normal;
  return normal.map((line: Wire) => (isPlain(line) ? settleLine(entity, field, line, draft, scope) : line));
}

function isPlain(value: Wire): value is { readonly [name: string]: Wire } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function settleLine(
  entity: Entity,
  lines: LinesField,
  sent: { readonly [name: string]: Wire },
  draft: Draft,
  scope: Scope,
): Wire {
  const line: Record<string, Wire> = { ...sent };
  const inScope = (): Scope => ({ ...scope, record: asSeen(entity, draft as Draft & RecordValue, scope), line });
  for (const field of Object.values(lines.fields)) {
    const given = Object.hasOwn(sent, field.id) && field.computed === null;
    if (given) line[field.id] = normalValue(field, sent[field.id] ?? null);
    else if (field.computed === null) line[field.id] = fallback(field, inScope()) ?? normalValue(field, null);
  }
  compute(Object.values(lines.fields), line, inScope);
  return line;
}

function fallback(field: Field, scope: Scope): Wire | undefined {
  return field.default === null ? undefined : evaluateWire(field.default, scope, field);
}

/** Copies and defaults, each as soon as what it reads is known: repeated until nothing changes. */
function arrive(fields: readonly Field[], before: RecordValue | null, draft: Draft, inScope: () => Scope): void {
  const waiting = fields.filter((field) =>
    before ? copies(field, before, draft) : field.copy !== null || field.default !== null,
  );
  settleEach(waiting, draft, inScope, (field, scope) => arriving(field, before, scope));
}

/** Gives each field its value, again until nothing changes; the draft is seen anew only where it has changed. */
function settleEach(
  fields: readonly Field[],
  draft: Draft,
  inScope: () => Scope,
  valueOf: (field: Field, scope: Scope) => Wire | undefined,
): void {
  if (fields.length === 0) return;
  let scope = inScope();
  for (let pass = 0; pass <= fields.length; pass += 1) {
    const changed = fields.filter((field) => {
      const value = valueOf(field, scope);
      if (value === undefined || sameValue(field, value, draft[field.id])) return false;
      draft[field.id] = value;
      scope = inScope();
      return true;
    });
    if (changed.length === 0) return;
  }
}

function arriving(field: Field, before: RecordValue | null, scope: Scope): Wire | undefined {
  const copied = field.copy === null ? null : evaluateWire(field.copy.expression, scope, field);
  return copied === null && before === null ? fallback(field, scope) : copied;
}

/** A copy runs again when a write changes the first reference of its path. */
function copies(field: Field, before: RecordValue, draft: Draft): boolean {
  if (field.copy === null) return false;
  if (field.copy.ifBlank && draft[field.id] !== null && draft[field.id] !== undefined) return false;
  const first = field.copy.expression.reads.find((path) => path.startsWith('record.'))?.split('.')[1];
  return first !== undefined && idOf(before[first]) !== idOf(draft[first]);
}

/** Rounds entered amounts as their currencies are, now that all that says which is known, and computes lines anew from them. */
function pay(fields: readonly Field[], draft: Draft, inScope: () => Scope): void {
  for (const field of fields.filter(takesCurrency)) {
    const value = draft[field.id] ?? null;
    if (field.type !== 'lines') draft[field.id] = payable(field, value, inScope());
    else if (Array.isArray(value))
      draft[field.id] = value.map((line: Wire) => (isPlain(line) ? paidLine(field, line, inScope) : line));
  }
}

function paidLine(lines: LinesField, sent: { readonly [name: string]: Wire }, inScope: () => Scope): Wire {
  const line: Record<string, Wire> = { ...sent };
  const inLine = (): Scope => ({ ...inScope(), line });
  const fields = Object.values(lines.fields);
  for (const field of fields) line[field.id] = payable(field, line[field.id] ?? null, inLine());
  compute(fields, line, inLine);
  return line;
}

/** Computed values, until they stand still; a cycle is refused before anything runs. */
function compute(fields: readonly Field[], draft: Draft, inScope: () => Scope): void {
  const computed = fields.filter((field) => field.computed !== null);
  settleEach(computed, draft, inScope, (field, scope) => {
    const value = field.computed ? evaluateWire(field.computed.expression, scope, field) : undefined;
    return value === undefined ? undefined : payable(field, value, scope);
  });
}
