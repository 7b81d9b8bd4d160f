import type { RuntimeErrorId } from '../catalogue/runtime-errors.ts';
import type { Field, LinesField } from '../ir/field.ts';
import { holds } from '../expressions/evaluate.ts';
import { normalValue, sameValue } from '../field-types/registry.ts';
import { isGivable } from '../field-types/traits.ts';
import { hiddenInLine } from '../rights/seen.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { idOf, isList, isMap, type Holder, type Scope } from '../values/value.ts';
import type { Problem, Wire } from '../wire/answers.ts';

/** A line as a write leaves it, beside what was there. */
export interface WrittenLine {
  /** The line as it will be. */
  readonly line: Holder;
  /** The line as it is; null where it is new. */
  readonly stored: Holder | null;
}

/**
 * The fields of a line that people may fill in now. `editable_when` looks at the line as it is, of a new one as it will be.
 * `scope.record` and `scope.before` are the record as expressions see it, `before` is null while it is being made.
 */
export function openInLine(lines: LinesField, written: WrittenLine, scope: Scope): ReadonlySet<string> {
  const hidden = hiddenInLine(lines, written.line, scope);
  const open = Object.values(lines.fields).filter(
    (field) => isGivable(field) && !hidden.has(field.id) && !isClosed(field, written, scope),
  );
  return new Set(open.map(({ id }) => id));
}

/** Whether the first value that the line was given, or `editable_when`, keeps a field from being changed. */
function isClosed(field: Field, { line, stored }: WrittenLine, scope: Scope): boolean {
  if (field.immutable && stored !== null && !sameValue(field, stored[field.id] ?? null, null)) return true;
  if (field.editableWhen === null) return false;
  return (
    holds(field.editableWhen, { ...scope, ...(scope.before && { record: scope.before }), line: stored ?? line }) ===
    false
  );
}

/** What judges whether the lines of a write name what they may. */
export interface SentLines {
  /** What was sent for the field. */
  readonly lines: Wire;
  /** The lines as they are. */
  readonly stored: Wire;
  /** Whether the writer may read them. */
  readonly isRead: boolean;
  /** As for `openInLine`; `record` is the record as it will be, with the sent lines in their order. */
  readonly scope: Scope;
}

/**
 * Fields of lines that a write may not change: sent with another value than the line has. A line that is new has none. What is hidden
 * may be sent blank.
 */
export function closedInLines(field: LinesField, { lines, stored, isRead, scope }: SentLines): readonly Problem[] {
  const closing = closable(field);
  if (closing.length === 0 || !isList(lines)) return [];
  const settled = listOf(scope.record?.[field.id]);
  return lines.flatMap((line, index) => {
    if (!isMap(line)) return [];
    const own = listOf(stored).find((one) => idOf(one) !== null && idOf(one) === idOf(line)) ?? null;
    const is = settled[index] ?? line;
    const written = { line: isMap(is) ? is : line, stored: isMap(own) ? own : null };
    const hidden = hiddenInLine(field, written.line, scope);
    const told = closing
      .filter(({ id }) => Object.hasOwn(line, id))
      .flatMap((inner) => {
        const code = refusalIn(inner, { ...written, sent: line, isHidden: hidden.has(inner.id), isRead, scope });
        return code === null ? [] : [{ id: inner.id, code }];
      });
    return told.map(({ id, code }) => ({ path: `${field.id}[${String(index)}].${id}`, code, params: { field: id } }));
  });
}

/** Fields of lines that may be closed to who writes the lines. */
const closable = memoizedWeakly(({ fields }: LinesField): readonly Field[] =>
  Object.values(fields).filter(
    ({ readOnly, immutable, visibleWhen, editableWhen }) =>
      readOnly || immutable || visibleWhen !== null || editableWhen !== null,
  ),
);

interface Sent extends WrittenLine {
  readonly sent: Holder;
  readonly isHidden: boolean;
  readonly isRead: boolean;
  readonly scope: Scope;
}

function refusalIn(field: Field, { sent, line, stored, isHidden, isRead, scope }: Sent): RuntimeErrorId | null {
  if (field.readOnly) return isAsStored(field, sent, isRead ? stored : null) ? null : 'read_only_field';
  if (isAsStored(field, sent, stored)) return null; // what is not sent is kept
  const isBlank = sameValue(field, normalValue(field, sent[field.id] ?? null), null);
  if (isHidden) return isBlank ? null : 'hidden_field';
  if (!isClosed(field, { line, stored }, scope)) return null;
  if (field.immutable && stored !== null && !sameValue(field, stored[field.id] ?? null, null)) return 'immutable';
  return stored === null && isBlank ? null : 'read_only_field';
}

function listOf(value: Wire | undefined): readonly Wire[] {
  return value !== undefined && isList(value) ? value : [];
}

function isAsStored(field: Field, sent: Holder, stored: Holder | null): boolean {
  const value = normalValue(field, sent[field.id] ?? null);
  return stored !== null && sameValue(field, stored[field.id] ?? null, value);
}
