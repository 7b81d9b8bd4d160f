import type { LinesField, ReferenceField, Field } from '../ir/field.ts';
import { sameValue } from '../field-types/registry.ts';
import { findOf, isLines } from '../field-types/traits.ts';
import type { Holder, Scope } from '../values/value.ts';
import type { Wire } from '../wire/answers.ts';
import { arrivesAgain, arrivingIn, findingsInLines, isLine, type Finding } from './arriving.ts';
import { creatingIn } from './creating-in.ts';
import { asSeen } from '../rights/seen.ts';
import { settlingOf, type SettledWrite, type Write } from './settle.ts';

/**
 * The references that a write fills with what their `find` finds: in a new record or line, and where what it reads of the record or
 * of the line has changed.
 */
export function fieldsToFind(
  { entity, before, sent }: Pick<Write, 'entity' | 'before' | 'sent'>,
  record: Holder,
): readonly Finding[] {
  const own = settlingOf(entity.fields).arriving.filter(
    (field): field is ReferenceField =>
      findOf(field) !== null &&
      !Object.hasOwn(sent, field.id) &&
      (before === null || arrivesAgain(entity, field, { before, draft: record })),
  );
  const inLines = Object.values(entity.fields).filter((field) => isLines(field) && Object.hasOwn(sent, field.id));
  return [
    ...own.map((field) => ({ field, path: field.id, within: null })),
    ...inLines.flatMap((field) => (isLines(field) ? findingsInLines(field, { before, sent, record }) : [])),
  ];
}

/**
 * Paths of the blank fields of a settled record, and of its lines, into which a found record, a copy or a default may still arrive: this side cannot say what it is,
 * the server can.
 */
export function stillArriving(write: Omit<SettledWrite, 'changed'>): ReadonlySet<string> {
  const { entity, before, record } = write;
  const scope = creatingIn(write.scope, before);
  const inScope: Scope = { ...scope, record: asSeen(entity, record, scope), before };
  const open = settlingOf(entity.fields).arriving.filter(
    (field) =>
      sameValue(field, record[field.id], null) &&
      (before === null || arrivesAgain(entity, field, { before, draft: record })) &&
      arrivingIn(field, { before, found: {}, scope: inScope }) === undefined,
  );
  const inLines = Object.values(entity.fields).filter(isLines);
  return new Set([...open.map(({ id }) => id), ...inLines.flatMap((field) => openInLines(field, inScope))]);
}

function openInLines({ id, fields }: LinesField, scope: Scope): readonly string[] {
  const lines = scope.record?.[id];
  const copied = settlingOf(fields).arriving.filter((field) => field.copy !== null || findOf(field) !== null);
  if (copied.length === 0 || !Array.isArray(lines)) return [];
  return lines.flatMap((line: Wire, index) => {
    if (!isLine(line)) return [];
    const isOpen = (field: Field): boolean =>
      sameValue(field, line[field.id] ?? null, null) &&
      arrivingIn(field, { before: null, found: {}, scope: { ...scope, line } }) === undefined;
    return copied.filter(isOpen).map((field) => `${id}[${index}].${field.id}`);
  });
}
