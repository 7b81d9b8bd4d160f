import { RUNTIME_ERRORS } from '../catalogue/runtime-errors.ts';
import { isLines } from '../field-types/traits.ts';
import type { Entity } from '../ir/entity.ts';
import type { Field } from '../ir/field.ts';
import type { LimitEntry } from '../ir/limit.ts';
import type { Model } from '../ir/model.ts';
import { systemField } from '../ir/system-fields.ts';
import type { Problem } from '../wire/answers.ts';
import { transitionsOf } from './cycles.ts';

/** What a problem is about: the entity of the record, and the field that its path leads to, where it leads to one. */
export interface ToldAbout {
  readonly entity: string | undefined;
  readonly field: Field | null;
}

/** The field that the path of a problem leads to: of the record, of its lines, or among the inputs of the transition (`input.…`). */
export function fieldTold(entity: Entity, transition: string | undefined, path: string): Field | null {
  const { fields } = entity;
  const whole = own(fields, path);
  if (whole) return whole;
  const [first = '', ...rest] = path.replaceAll(/\[\d+\]/g, '').split('.');
  const part = rest.length === 0 ? undefined : rest.join('.');
  if (first === 'input') {
    const inputs = transitionsOf(entity).get(transition ?? '')?.input ?? {};
    return own(inputs, part ?? '') ?? null;
  }
  const field = own(fields, first) ?? null;
  return part === undefined || !isLines(field) ? field : (own(field.fields, part) ?? null);
}

/** Of what a value of a problem is. */
export type ToldKind = { readonly field: Field } | { readonly limit: LimitEntry };

/**
 * Of what the value with this name in a problem is: a bound of the field itself, a field of the record or line that a rule has
 * read, or a limit. Null where nothing says so.
 */
export function kindOfTold(
  code: Problem['code'],
  name: string,
  { entity, field }: ToldAbout,
  { entities, limits }: Pick<Model, 'entities' | 'limits'>,
): ToldKind | null {
  if (Object.hasOwn(RUNTIME_ERRORS, code))
    return field !== null && OF_FIELD[code]?.includes(name) === true ? { field } : null;
  const fields = entity === undefined ? {} : (entities[entity]?.fields ?? {});
  const read = own(fields, name) ?? lineField(fields, name) ?? systemField(name);
  if (read) return { field: read };
  const limit = own(limits, name);
  return limit ? { limit } : null;
}

function own<T>(map: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

function lineField(fields: Readonly<Record<string, Field>>, name: string): Field | undefined {
  const inner = Object.values(fields).flatMap((each) => (isLines(each) ? [own(each.fields, name)] : []));
  return inner.find((each) => each !== undefined);
}

/** Values of errors of the runtime that have the type of the field. */
const OF_FIELD: Readonly<Record<string, readonly string[]>> = {
  too_small: ['min'],
  too_big: ['max'],
  too_early: ['min'],
  too_late: ['max'],
  overlaps: ['from', 'to', 'start', 'end'],
  not_offered: ['role', 'apart'],
};
