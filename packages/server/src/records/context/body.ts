import { type Entity, flat, haveGroups, isLines, objectOf, type Problem, type Wire } from '@ninefold/model';
import { Refusal } from '../../refusal.ts';

/** Field values of a body, by field id. */
export type Sent = Readonly<Record<string, Wire>>;

export interface DecodedBody {
  readonly sent: Sent;
  readonly input: Sent;
  readonly confirm: readonly string[];
}

export function isPlain(value: unknown): value is Readonly<Record<string, Wire>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Splits a body into field values, the answers of a transition (only where it may have some) and confirmations. */
export function decodeBody(body: unknown, entity: Entity, withInput: boolean): DecodedBody {
  if (!isPlain(body)) throw new Refusal('bad_request');
  const { confirm, input } = body;
  const takesConfirm = !Object.hasOwn(entity.fields, 'confirm') && Object.hasOwn(body, 'confirm');
  const takesInput = withInput && !Object.hasOwn(entity.fields, 'input') && Object.hasOwn(body, 'input');
  if (takesInput && input !== null && !isPlain(input)) throw new Refusal('bad_request');
  const values: Record<string, Wire> = { ...body };
  if (takesConfirm) delete values['confirm'];
  if (takesInput) delete values['input'];
  return {
    sent: sentOf(entity.fields, values),
    input: takesInput && isPlain(input) ? input : {},
    confirm: takesConfirm ? confirmations(confirm) : [],
  };
}

/** The answers to a form, or other values, by field id. In JSON a part stands in its object and a text in its field: an id with a dot is the name of nothing. */
export function sentOf(fields: Entity['fields'], values: Sent): Sent {
  return haveGroups(fields) ? flat(asNamed(fields, values), fields) : values;
}

function asNamed(fields: Entity['fields'], values: Sent): Sent {
  const named = Object.entries(values).map(([name, value]): readonly [string, Wire] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!isLines(field) || !Array.isArray(value)) return [objectOf(name) === null ? name : JSON.stringify(name), value];
    return [name, value.map((line: Wire) => (isPlain(line) ? asNamed(field.fields, line) : line))];
  });
  return Object.fromEntries(named);
}

function confirmations(value: Wire | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Names inside lines that no field has; names of the record itself are judged with the rights. */
export function unknownLineFields(entity: Entity, sent: Sent): readonly Problem[] {
  return Object.values(entity.fields).flatMap((field) => {
    const lines = isLines(field) && Object.hasOwn(sent, field.id) ? sent[field.id] : null;
    if (!isLines(field) || !Array.isArray(lines)) return [];
    return lines.flatMap((line: Wire, index) =>
      Object.keys(isPlain(line) ? line : {})
        .filter((name) => name !== 'id' && !Object.hasOwn(field.fields, name))
        .map((name) => ({
          path: `${field.id}[${index}].${name.slice(0, 60)}`,
          code: 'unknown_field',
          params: { field: name.slice(0, 60) },
        })),
    );
  });
}
