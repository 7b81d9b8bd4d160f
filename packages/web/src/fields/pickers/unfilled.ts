import {
  isLines,
  isList,
  stepsOf,
  transitionsOf,
  type Entity,
  type Field,
  type Holder,
  type Scope,
  type Wire,
} from '@ninefold/model';
import type { FieldPlace } from '../contract/field-place.ts';

type Picker = Extract<Field, { readonly to: string }>;

/** A field, and where it stands. */
export interface PlacedField {
  readonly field: Field;
  readonly place: FieldPlace;
}

/**
 * The empty fields that decide what a picker of `entity` offers. A field that follows from others, as a copy does, stands for those of them
 * that are empty. None where the picker has no condition, and where only the server knows it.
 */
export function unfilledFor(
  { where }: Pick<Picker, 'where'>,
  place: FieldPlace,
  entity: Entity,
  scope: Scope,
): readonly PlacedField[] {
  if (!where?.tree || place.isFilter === true) return [];
  const found = new Map<string, PlacedField>();
  const visit = (paths: readonly string[], seen: ReadonlySet<string>): boolean => {
    let isFound = false;
    for (const [root = '', id = ''] of paths.map(stepsOf)) {
      const key = `${root}.${id}`;
      const one = seen.has(key) ? null : placed(root, id, place, entity);
      if (one === null || !isEmpty(holderIn(root, scope)?.[id] ?? null)) continue;
      isFound = true;
      const { computed, copy } = one.field;
      const sources = [...(computed?.expression.reads ?? []), ...(copy?.expression.reads ?? [])];
      if (!visit(sources, new Set([...seen, key]))) found.set(key, one);
    }
    return isFound;
  };
  visit(where.reads, new Set());
  return [...found.values()];
}

function holderIn(root: string, { record, line, input }: Scope): Holder | null | undefined {
  return root === 'record' ? record : root === 'line' ? line : root === 'input' ? input : null;
}

/** The field that a path reads first, if the reader knows it. */
function placed(
  root: string,
  id: string,
  { entity: name, lines, transition }: FieldPlace,
  entity: Entity,
): PlacedField | null {
  const { fields } = entity;
  if (root === 'record') return fieldIn(fields, id, { entity: name });
  const around = lines === undefined ? undefined : fields[lines];
  if (root === 'line')
    return fieldIn(isLines(around) ? around.fields : {}, id, { entity: name, ...(lines && { lines }) });
  if (root !== 'input' || transition === undefined) return null;
  return fieldIn(transitionsOf(entity).get(transition)?.input ?? {}, id, { entity: name, transition });
}

function fieldIn(fields: Readonly<Record<string, Field>>, id: string, place: FieldPlace): PlacedField | null {
  const field = Object.hasOwn(fields, id) ? fields[id] : undefined;
  return field === undefined ? null : { field, place };
}

function isEmpty(value: Wire): boolean {
  return value === null || value === '' || (isList(value) && value.length === 0);
}
