import type { Entity } from '../ir/entity.ts';
import type { Expression } from '../ir/expression.ts';
import type { Field, LinesField, ReferenceField } from '../ir/field.ts';
import { evaluateWire, normalValue, sameValue } from '../field-types/registry.ts';
import { findOf } from '../field-types/traits.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { fieldInPath, ownFieldsIn } from '../values/paths.ts';
import { idOf, type Holder, type Scope } from '../values/value.ts';
import type { RecordValue, Wire } from '../wire/answers.ts';
import { otherTargets } from './other-targets.ts';

/** Values by the ids of their fields. */
export type Sent = Readonly<Record<string, Wire>>;

/** A line of a record. */
export type Line = { readonly [name: string]: Wire };

interface Arriving {
  readonly before: RecordValue | null;
  readonly found: Sent;
  readonly scope: Scope;
}

/** What arrives in a field that was not sent; undefined where this side cannot decide it. */
export function arrivingIn(field: Field, { before, found, scope }: Arriving): Wire | undefined {
  const first = findOf(field) === null ? null : found[field.id];
  if (first !== null) return first;
  const copied = field.copy === null ? null : evaluateWire(field.copy.expression, scope, field);
  if (copied !== null || before !== null || field.default === null) return copied;
  return fallback(field, scope);
}

interface Rewritten {
  readonly before: RecordValue;
  readonly draft: Holder;
}

/** Whether what arrives in a field of a record that is there may be another one after a write. */
export function arrivesAgain(entity: Entity, field: Field, { before, draft }: Rewritten): boolean {
  return copies(field, before, draft) || finds(entity, field, { before, draft });
}

/** A `find` runs again when a write changes what it reads of the record. Who may not know what that is cannot say that it stays. */
function finds({ fields }: Entity, field: Field, { before, draft }: Rewritten): boolean {
  const find = findOf(field);
  if (find === null) return false;
  const differs = (name: string): boolean => {
    const [was, is] = [before[name] ?? null, draft[name] ?? null];
    const read = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return read === undefined ? was !== is : !sameValue(read, was, is);
  };
  return find.tree === null || fieldsFoundBy(find).some(differs);
}

const fieldsFoundBy = memoizedWeakly(({ reads }: Expression): readonly string[] => [...new Set(ownFieldsIn(reads))]);

/** A copy runs again when a write changes the first reference of its path. */
function copies(field: Field, before: RecordValue, draft: Holder): boolean {
  if (field.copy === null) return false;
  const parts = [field.id, ...otherTargets(field)];
  if (field.copy.ifBlank && parts.some((id) => draft[id] !== null && draft[id] !== undefined)) return false;
  const path = field.copy.expression.reads.find((one) => one.startsWith('record.'));
  const first = path === undefined ? null : fieldInPath(path);
  return first !== null && idOf(before[first]) !== idOf(draft[first]);
}

/** Whether a value among the lines of a field is a line. */
export function isLine(value: Wire): value is Line {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The line as it is; null where it is a new one. */
export function lineBefore({ id }: LinesField, line: Line, before: RecordValue | null): Line | null {
  const lines = before?.[id];
  const own = idOf(line);
  if (own === null || !Array.isArray(lines)) return null;
  return lines.find((one: Wire): one is Line => isLine(one) && idOf(one) === own) ?? null;
}

/**
 * A copy in a line runs again when a write changes the first reference of the line in its path, a `find` when it changes what that
 * reads of the line. A value that is sent as it was is not sent: a line is sent whole.
 */
export function isFilledAgain(
  field: Field,
  {
    lines,
    sent,
    old,
    line,
  }: { readonly lines: LinesField; readonly sent: Line; readonly old: Line; readonly line: Line },
): boolean {
  const parts = [field.id, ...otherTargets(field)];
  const value = parts.map((id) => sent[id] ?? null).find((one) => one !== null) ?? null;
  const isKept = (id: string): boolean => sameValue(lines.fields[id] ?? field, sent[id] ?? null, old[id] ?? null);
  if (!parts.every(isKept)) return false;
  const differs = (path: string): boolean => {
    const read = path.startsWith('line.') ? lines.fields[fieldInPath(path)] : undefined;
    return read !== undefined && !sameValue(read, old[read.id] ?? null, line[read.id] ?? null);
  };
  const { copy } = field;
  const first = copy?.expression.reads.find((path) => path.startsWith('line.'));
  const isCopied = first !== undefined && !(copy?.ifBlank === true && value !== null) && differs(first);
  return isCopied || findOf(field)?.reads.some(differs) === true;
}

/** A reference that a write fills with what its `find` finds. */
export interface Finding {
  readonly field: ReferenceField;
  /** Its path in the record, `asset` or `rows[1].asset`: under it `found` has what was found. */
  readonly path: string;
  /** The lines and the line that it stands in; null for one of the record itself. */
  readonly within: { readonly lines: LinesField; readonly line: Line } | null;
}

/** The path of a field of a line. */
export function pathInLine(lines: LinesField, index: number, field: Field): string {
  return `${lines.id}[${String(index)}].${field.id}`;
}

/** The references in sent lines of a settled record that are looked for. */
export function findingsInLines(lines: LinesField, { before, sent, record }: SentLines): readonly Finding[] {
  const fields = Object.values(lines.fields).filter((field): field is ReferenceField => findOf(field) !== null);
  const [given, settled] = [sent[lines.id], record[lines.id]];
  if (fields.length === 0 || !Array.isArray(given) || !Array.isArray(settled)) return [];
  return settled.flatMap((line: Wire, index) => {
    const own: Wire = given[index] ?? null;
    if (!isLine(line) || !isLine(own)) return [];
    const old = lineBefore(lines, own, before);
    const isOpen = (field: Field): boolean =>
      !Object.hasOwn(own, field.id) || (old !== null && isFilledAgain(field, { lines, sent: own, old, line }));
    return fields
      .filter(isOpen)
      .map((field) => ({ field, path: pathInLine(lines, index, field), within: { lines, line } }));
  });
}

interface SentLines {
  readonly before: RecordValue | null;
  readonly sent: Sent;
  readonly record: Holder;
}

function fallback(field: Field, scope: Scope): Wire | undefined {
  return field.default === null ? undefined : evaluateWire(field.default, scope, field);
}

const haveTargets = memoizedWeakly((fields: Entity['fields']): boolean =>
  Object.values(fields).some((field) => otherTargets(field).length > 0),
);

/** What is sent, and a blank for each other part of a reference of which one part is sent with a record. */
export function withOneTarget<S extends Readonly<Record<string, Wire | undefined>>>(
  fields: Entity['fields'],
  sent: S,
): S {
  if (!haveTargets(fields)) return sent;
  const blanks = Object.keys(sent).flatMap((id) => {
    const field = Object.hasOwn(fields, id) ? fields[id] : undefined;
    const others = field === undefined ? [] : otherTargets(field);
    if (field === undefined || others.length === 0 || normalValue(field, sent[id] ?? null) === null) return [];
    return others.filter((other) => !Object.hasOwn(sent, other));
  });
  return blanks.length === 0 ? sent : { ...sent, ...Object.fromEntries(blanks.map((id) => [id, null])) };
}
