import { idOf, type Field, type FieldType, type Wire } from '@ninefold/model';

/** Values by field, each with the type its field had: a field that changed its type is left alone. */
export type KeptValues = Readonly<Record<string, { readonly type: string; readonly value: Wire }>>;

/** Whether values of a type may lie in the browser's storage. */
const MAY_BE_KEPT: Readonly<Record<FieldType, boolean>> = {
  string: true,
  text: true,
  choice: true,
  choices: true,
  sequence: false,
  reference: true,
  references: true,
  integer: true,
  number: true,
  money: true,
  percent: true,
  boolean: true,
  date: true,
  datetime: true,
  lines: true,
};

/** Whether what is typed into this field may lie in the browser's storage: nothing that is sensitive. */
export function mayBeKept(field: Field): boolean {
  return MAY_BE_KEPT[field.type] && !field.sensitive;
}

/** The values of these fields as they are kept: of a record only its id and title, and nothing sensitive. */
export function toKept(fields: readonly Field[], values: Readonly<Record<string, Wire>>): KeptValues {
  const pairs = fields
    .filter((field) => mayBeKept(field) && values[field.id] !== undefined)
    .map((field) => [field.id, { type: field.type, value: keptValue(field, values[field.id] ?? null) }]);
  return Object.fromEntries(pairs) as KeptValues;
}

/** What was kept for these fields, as far as they may be filled in and are still of the same type. */
export function fromKept(fields: readonly Field[], kept: KeptValues): Readonly<Record<string, Wire>> {
  const pairs = fields.flatMap((field) => {
    const found = Object.hasOwn(kept, field.id) ? kept[field.id] : undefined;
    return found?.type === field.type && mayBeKept(field) ? [[field.id, found.value] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function keptValue(field: Field, value: Wire): Wire {
  if (field.type === 'reference') return keptReference(value);
  if (!Array.isArray(value)) return value;
  if (field.type === 'references') return value.map(keptReference);
  return field.type === 'lines' ? value.map((line: Wire) => keptLine(field.fields, line)) : value;
}

function keptReference(value: Wire): Wire {
  const id = idOf(value);
  if (id === null) return value;
  const title = typeof value === 'object' && value !== null && 'title' in value ? value.title : undefined;
  return typeof title === 'string' ? { id, title } : { id };
}

function keptLine(fields: Readonly<Record<string, Field>>, line: Wire): Wire {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return null;
  const values = line as Readonly<Record<string, Wire>>;
  const own = Object.values(fields).filter(
    (field) => mayBeKept(field) && field.computed === null && values[field.id] !== undefined,
  );
  const id = idOf(line);
  return {
    ...(id === null ? {} : { id }),
    ...Object.fromEntries(own.map((field) => [field.id, keptValue(field, values[field.id] ?? null)])),
  };
}
