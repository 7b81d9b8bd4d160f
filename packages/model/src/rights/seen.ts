import { holds } from '../expressions/evaluate.ts';
import { evaluateWire } from '../field-types/registry.ts';
import { innerFields, isLines } from '../field-types/traits.ts';
import type { Entity } from '../ir/entity.ts';
import type { Expression } from '../ir/expression.ts';
import type { Field, LinesField } from '../ir/field.ts';
import { memoizedWeakly } from '../values/memo.ts';
import { fieldInPath, ownFieldsIn } from '../values/paths.ts';
import { isList, isMap, type Holder, type Scope } from '../values/value.ts';
import type { RecordValue, Wire } from '../wire/answers.ts';

type Fields = Entity['fields'];
type Fielded = Pick<Entity, 'fields'>;
type Members = Record<string, Wire | undefined>;

/** Fields of `scope.record` whose `visible_when` does not fail; what this side cannot decide is visible. */
export function visibleFields({ fields }: Fielded, scope: Scope): ReadonlySet<string> {
  const { all, hides } = planOf(fields);
  if (!hides) return all;
  const { hidden } = lookAt({ fields }, scope.record ?? {}, scope);
  return new Set([...all].filter((id) => !hidden.has(id)));
}

/** The record as every expression sees it: hidden fields are blank, also those of its lines. */
export function asSeen<R extends Holder | RecordValue>({ fields }: Fielded, record: R, scope: Scope): R {
  return planOf(fields).hides ? lookAt({ fields }, record, scope).seen : record;
}

/** A record with its live values, as expressions see it too, and which of its own fields are hidden. */
export interface Looked<R> {
  readonly record: R;
  readonly seen: R;
  readonly hidden: ReadonlySet<string>;
}

/**
 * What is hidden in a record, and its live values of `worked`, where they are not there yet. Each condition and each value sees the
 * others as they are seen: what one of them reads comes before it. Where nothing is hidden or worked out, both are `given` itself.
 */
export function lookAt<R extends Holder | RecordValue>(
  { fields }: Fielded,
  given: R,
  scope: Scope,
  worked: (field: Field) => boolean = () => false,
): Looked<R> {
  let record: Members = given;
  let seen: Members = given;
  let inScope: Scope = { ...scope, record: given };
  const show = (id: string, value: Wire | undefined): void => {
    if (seen === given) inScope = { ...scope, record: (seen = { ...given }) };
    seen[id] = value;
  };
  const hidden = new Set<string>();
  for (const field of planOf(fields).concerned) {
    const { id, computed, visibleWhen } = field;
    if (computed?.live === true && record[id] === undefined && worked(field)) {
      const value = evaluateWire(computed.expression, inScope, field) ?? null;
      if (record === given) record = { ...given };
      record[id] = value;
      show(id, value);
    }
    if (holds(visibleWhen, inScope) === false) {
      hidden.add(id);
      if (seen[id] !== null) show(id, null);
    } else if (isLines(field) && planOf(field.fields).hides) show(id, seenLines(field, seen[id], inScope));
  }
  return { record: record as R, seen: seen as R, hidden }; // the same members as `given`
}

/** The ids of the fields that are hidden in a line of `scope.record`, which is as expressions see it. */
export function hiddenInLine(lines: LinesField, line: Holder, scope: Scope): ReadonlySet<string> {
  return lookAtLine(lines, line, scope).hidden;
}

/** The scope of the expressions of a line. `scope.record` is as expressions see it, and so is the line in what is answered. */
export function inLine(lines: LinesField, line: Holder, scope: Scope): Scope {
  return { ...scope, line: lookAtLine(lines, line, scope).seen };
}

function lookAtLine<L extends Holder>({ fields }: LinesField, line: L, scope: Scope): Omit<Looked<L>, 'record'> {
  const hidden = new Set<string>();
  const { concerned, hides } = planOf(fields);
  if (!hides) return { seen: line, hidden };
  const seen: Record<string, Wire | undefined> = { ...line };
  for (const { id, visibleWhen } of concerned)
    if (holds(visibleWhen, { ...scope, line: seen }) === false) {
      hidden.add(id);
      seen[id] = null;
    }
  return { seen: seen as L, hidden }; // the same members as `line`
}

function seenLines(field: LinesField, lines: Wire | undefined, scope: Scope): Wire | undefined {
  if (lines === undefined || !isList(lines)) return lines;
  return lines.map((line: Wire) => (isMap(line) ? lookAtLine(field, line, scope).seen : line));
}

/** Of fields their ids, those that may be hidden at all, or lines of which a field may be, or live values, and whether any may be hidden. */
const planOf = memoizedWeakly((fields: Fields) => {
  const list = Object.values(fields);
  const concerned = inOrder(list.filter((field) => mayHide(field) || field.computed?.live === true));
  const all: ReadonlySet<string> = new Set(Object.keys(fields));
  return { all, concerned, hides: list.some(mayHide) };
});

function mayHide(field: Field): boolean {
  return field.visibleWhen !== null || Object.values(innerFields(field)).some(mayHide);
}

/** What one of these fields reads of others among them comes before it; a cycle is refused before anything runs. */
function inOrder(fields: readonly Field[]): readonly Field[] {
  const sorted = new Set<Field>();
  const open = new Map(fields.map((field) => [field.id, field]));
  const place = (field: Field): void => {
    if (!open.delete(field.id)) return;
    for (const id of siblingsRead(field)) {
      const other = open.get(id);
      if (other) place(other);
    }
    sorted.add(field);
  };
  fields.forEach(place);
  return [...sorted];
}

/** The fields beside it that decide whether it is hidden, or its live value: of the record, or of the same line. */
function siblingsRead(field: Field): readonly string[] {
  const { visibleWhen, computed } = field;
  const own = [visibleWhen, computed?.live === true ? computed.expression : null].flatMap(readsOf);
  const within = Object.values(innerFields(field)).flatMap((inner) => readsOf(inner.visibleWhen));
  return [...ownFieldsIn([...own, ...within]), ...own.filter((path) => path.startsWith('line.')).map(fieldInPath)];
}

function readsOf(expression: Expression | null): readonly string[] {
  return expression?.reads ?? [];
}
