import {
  isEverOpen,
  isLines,
  isReference,
  type Entity,
  type Field,
  type Model,
  type Rights,
  transitionsOf,
} from '@ninefold/model';
import { Refusal } from '../../../refusal.ts';

/** The reference that a picker asks for. */
export type Picker = Extract<Field, { readonly to: string }>;

/** What is picked: a record of `target`, for a reference of `holder` where one is named. */
export interface AskedField {
  readonly target: Entity;
  readonly picker: Picker | null;
  readonly holder: Entity | null;
}

const INPUT = '.input.';

/**
 * What the path of an offer names: an entity (`user`), one of its references (`ticket.assignee`), one in its lines
 * (`order.lines.part`), or one in the form of a transition (`ticket.solve.input.helper`). `not_found` is the same for what there is
 * not and for a field that the caller may neither read nor write.
 */
export function askedField(model: Model, rights: Rights, path: string): AskedField {
  const [name = '', ...rest] = path.split('.');
  const entity = entityNamed(model, name);
  if (rest.length === 0) return { target: entity, picker: null, holder: null };
  const picker = pickerNamed(entity, rights, path.slice(name.length + 1));
  return { target: entityNamed(model, picker.to), picker, holder: entity };
}

function entityNamed({ entities }: Model, id: string): Entity {
  const entity = Object.hasOwn(entities, id) ? entities[id] : undefined;
  if (!entity) throw new Refusal('not_found');
  return entity;
}

function pickerNamed(entity: Entity, rights: Rights, name: string): Picker {
  const at = name.indexOf(INPUT);
  const field =
    at < 0
      ? inFields(entity.fields, name, (id) => isEverOpen(rights, entity.id, id))
      : inFields(inputsOf(entity, rights, name.slice(0, at)), name.slice(at + INPUT.length), () => true);
  if (field === null || !isReference(field)) throw new Refusal('not_found');
  return field;
}

function inputsOf(entity: Entity, rights: Rights, transition: string): Readonly<Record<string, Field>> {
  const found = transitionsOf(entity).get(transition);
  return found && found.by.some((role) => rights.roles.includes(role)) ? found.input : {};
}

function inFields(
  fields: Readonly<Record<string, Field>>,
  name: string,
  isOpen: (field: string) => boolean,
): Field | null {
  const own = Object.hasOwn(fields, name) && isOpen(name) ? fields[name] : undefined;
  if (own) return own;
  const at = name.indexOf('.'); // what follows may be a part: `rows.whom.user`
  const lines = at < 0 ? undefined : fields[name.slice(0, at)];
  const inner = name.slice(at + 1);
  if (!lines || !isLines(lines) || !isOpen(lines.id) || !Object.hasOwn(lines.fields, inner)) return null;
  return lines.fields[inner] ?? null;
}
