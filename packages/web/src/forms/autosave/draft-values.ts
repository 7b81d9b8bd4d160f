import { underPresentIds, withPresentIds } from '../draft/former-ids.ts';
import {
  idOf,
  isDrawn,
  isLineReference,
  isLines,
  isReference,
  isSecret,
  memberOf,
  type Field,
  type Wire,
} from '@ninefold/model';

/** Values by field, each with the type of its field. A value is ignored after the type of its field has changed. */
export type DraftValues = Readonly<Record<string, { readonly type: string; readonly value: Wire }>>;

/** Whether values of this field may be stored in the browser: not those of sensitive or drawn fields, and no secrets. */
export function isStorable(field: Field): boolean {
  return !isDrawn(field) && !isSecret(field) && !field.sensitive;
}

/** The storable values of these fields. References are reduced to id and title. */
export function toDraftValues(fields: readonly Field[], values: Readonly<Record<string, Wire>>): DraftValues {
  const pairs = fields
    .filter((field) => isStorable(field) && values[field.id] !== undefined)
    .map((field) => [field.id, { type: field.type, value: storedValue(field, values[field.id] ?? null) }] as const);
  return Object.fromEntries(pairs);
}

/** The stored values of these fields, if they are storable and of the same type. */
export function fromDraftValues(fields: readonly Field[], stored: DraftValues): Readonly<Record<string, Wire>> {
  const present = underPresentIds(fields, stored);
  const pairs = fields.flatMap((field) => {
    const found = Object.hasOwn(present, field.id) ? present[field.id] : undefined;
    return found?.type === field.type && isStorable(field)
      ? [[field.id, withPresentIds(field, found.value)] as const]
      : [];
  });
  return Object.fromEntries(pairs);
}

/**
 * The field that tells drafts of one form apart: the first of those with the most different values. Null: nothing was typed.
 * A category is the same in many requests, and the subject is not.
 */
export function tellingField(
  fields: readonly Field[],
  drafts: readonly Readonly<Record<string, Wire>>[],
): Field | null {
  const counted = fields.map((field) => ({ field, count: differentIn(field, drafts) }));
  const most = Math.max(0, ...counted.map(({ count }) => count));
  return most === 0 ? null : (counted.find(({ count }) => count === most)?.field ?? null);
}

/** How many different values a field has in these drafts; an empty one is none. */
function differentIn(field: Field, drafts: readonly Readonly<Record<string, Wire>>[]): number {
  const given = drafts.map((values) => values[field.id] ?? null).filter(isTyped);
  return new Set(given.map((value) => idOf(value) ?? JSON.stringify(value))).size;
}

/** Whether there is anything in a value. */
export function isTyped(value: Wire | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function storedValue(field: Field, value: Wire): Wire {
  if (isReference(field) || isLineReference(field))
    return Array.isArray(value) ? value.map(storedReference) : storedReference(value);
  return isLines(field) && Array.isArray(value) ? value.map((line: Wire) => storedLine(field.fields, line)) : value;
}

function storedReference(value: Wire): Wire {
  const id = idOf(value);
  if (id === null) return value;
  const title = memberOf(value, 'title');
  return typeof title === 'string' ? { id, title } : { id };
}

function storedLine(fields: Readonly<Record<string, Field>>, line: Wire): Wire {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return null;
  const own = Object.values(fields).filter(
    (field) => isStorable(field) && field.computed === null && memberOf(line, field.id) !== undefined,
  );
  const id = idOf(line);
  return {
    ...(id === null ? {} : { id }),
    ...Object.fromEntries(own.map((field) => [field.id, storedValue(field, memberOf(line, field.id) ?? null)])),
  };
}
