import {
  type Expression,
  type Field,
  type FieldOf,
  type FieldType,
  grouped,
  isGivable,
  isNeverBlank,
  LONGEST_SECRET,
  isTranslated,
  nameInGroup,
  nested,
  ownName,
  type Wire,
} from '@ninefold/model';
import { orNull, schemaRef, type Json, type JsonSchema } from './json-schema.ts';

/** How one field type stands in JSON: in answers, in bodies, and as an example. */
interface FieldSchema<F extends Field> {
  readonly answer: (field: F) => JsonSchema;
  /** Left out where a body has the same form as an answer. */
  readonly body?: (field: F) => JsonSchema;
  readonly example: (field: F) => Json;
}

const EXAMPLE_ID = '019344ba-7b1c-7000-8000-000000000000';

/** The value of a bound that is a literal number; null where it depends on other values. */
function literal(bound: Expression | null): number | null {
  const tree = bound?.tree;
  const value = tree?.node === 'literal' && tree.type.kind === 'number' ? Number(tree.value) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function bounds({ min, max }: Field, names: readonly [least: string, most: string]): JsonSchema {
  const [least, most] = [literal(min), literal(max)];
  return { ...(least === null ? {} : { [names[0]]: least }), ...(most === null ? {} : { [names[1]]: most }) };
}

const text = (field: Field): JsonSchema => ({ type: 'string', ...bounds(field, ['minLength', 'maxLength']) });

const STRING_EXAMPLES = {
  email: 'ada@example.test',
  url: 'https://example.test/page',
  phone: '+49 30 1234567',
  code: 'A-100',
} as const;

const string: FieldSchema<FieldOf<'string'>> = {
  answer: text,
  example: ({ format }) => (format === null ? 'Text' : STRING_EXAMPLES[format]),
};

function decimal(scale: number): JsonSchema {
  const pattern = scale === 0 ? '^-?\\d{1,18}$' : `^-?\\d{1,18}(\\.\\d{1,${scale}})?$`;
  return { type: 'string', pattern };
}

const scaled: FieldSchema<FieldOf<'number' | 'money' | 'percent'>> = {
  answer: ({ scale }) => decimal(scale),
  body: () => ({ type: ['string', 'number'] }),
  example: ({ scale }) => (scale === 0 ? '12' : `12.${'50'.padEnd(scale, '0').slice(0, scale)}`),
};

/** A reference to a record of one entity; the extension names it for programs that make forms or tests. */
function given(to: string): JsonSchema {
  return { ...schemaRef('ReferenceGiven'), 'x-ninefold-entity': to };
}

const reference: FieldSchema<FieldOf<'reference'>> = {
  answer: () => schemaRef('Reference'),
  body: ({ to }) => given(to),
  example: () => EXAMPLE_ID,
};

/** A file that was sent before, by its id. */
function fileGiven(): JsonSchema {
  return schemaRef('FileGiven');
}

const TIME = String.raw`^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$`;

/** Hours, minutes and seconds of ISO 8601, at least one of them. */
const SPAN = String.raw`^-?PT(\d{1,9}H(\d{1,9}M)?(\d{1,9}(\.\d{1,3})?S)?|\d{1,9}M(\d{1,9}(\.\d{1,3})?S)?|\d{1,9}(\.\d{1,3})?S)$`;

const SCHEMAS: { readonly [T in FieldType]: FieldSchema<FieldOf<T>> } = {
  string,
  text: { answer: text, example: () => 'Several lines of text.' },
  sequence: { answer: () => ({ type: 'string' }), example: ({ pattern }) => pattern.replaceAll(/[{}]/g, '') },
  choice: {
    answer: ({ options }) => ({ type: 'string', enum: options }),
    example: ({ options }) => options[0] ?? null,
  },
  choices: {
    answer: ({ options }) => ({ type: 'array', items: { type: 'string', enum: options } }),
    example: ({ options }) => options.slice(0, 1),
  },
  integer: {
    answer: (field) => ({ type: 'integer', ...bounds(field, ['minimum', 'maximum']) }),
    example: (field) => literal(field.min) ?? 1,
  },
  number: scaled,
  money: scaled,
  percent: scaled,
  boolean: { answer: () => ({ type: 'boolean' }), example: () => true },
  date: { answer: () => ({ type: 'string', format: 'date' }), example: () => '2026-03-05' },
  datetime: {
    answer: () => ({ type: 'string', format: 'date-time' }),
    example: () => '2026-03-05T09:30:00.000Z',
  },
  duration: { answer: () => ({ type: 'string', pattern: SPAN }), example: () => 'PT1H30M' },
  time: { answer: () => ({ type: 'string', pattern: TIME }), example: () => '08:30' },
  file: { answer: () => schemaRef('File'), body: fileGiven, example: () => EXAMPLE_ID },
  files: {
    answer: () => ({ type: 'array', items: schemaRef('File') }),
    body: () => ({ type: 'array', items: fileGiven() }),
    example: () => [EXAMPLE_ID],
  },
  secret: {
    answer: () => ({ const: true, description: 'Whether one is set. It is never read.' }),
    body: ({ pattern }) => ({
      type: ['string', 'boolean'],
      maxLength: LONGEST_SECRET,
      ...(pattern === null ? {} : { pattern: `^(?:${pattern})$` }),
      writeOnly: true,
      description: 'A text sets it, null removes it, true leaves it as it is.',
    }),
    example: () => '4711',
  },
  json: { answer: () => ({ description: 'Any value of JSON.' }), example: () => ({ size: 3 }) },
  reference,
  references: {
    answer: () => ({ type: 'array', items: schemaRef('Reference') }),
    body: ({ to }) => ({ type: 'array', items: given(to) }),
    example: () => [EXAMPLE_ID],
  },
  lines: {
    answer: ({ fields }) => ({ type: 'array', items: line(fields, answerSchema) }),
    body: ({ fields }) => ({ type: 'array', items: line(writable(fields), bodySchema) }),
    example: ({ fields }) => [exampleIn(Object.values(writable(fields)))],
  },
};

type Fields = Readonly<Record<string, Field>>;

function line(fields: Fields, schema: (field: Field) => JsonSchema): JsonSchema {
  return { type: 'object', properties: { id: { type: 'string' }, ...membersOf(Object.values(fields), schema) } };
}

const IN_LANGUAGES =
  'The text in each language. A language without a text is read in the source language, the first one.';

/** Fields by their names, with the parts of each object inside of it. A body may leave out parts, and an object may be blank. */
export function membersOf(
  fields: readonly Field[],
  schema: (field: Field) => JsonSchema,
  more: JsonSchema = {},
  above: string | null = null,
): Readonly<Record<string, JsonSchema>> {
  const members = grouped(fields, above).flatMap(
    ({ object, fields: own }): readonly (readonly [string, JsonSchema])[] => {
      if (object === null) return own.map((field) => [nameInGroup(field), schema(field)] as const);
      const members = { type: ['object', 'null'], properties: membersOf(own, schema, more, object), ...more };
      const isText = own.some((field) => isTranslated(field) && field.id === object);
      return [[ownName(object), isText ? { ...members, description: IN_LANGUAGES } : members]];
    },
  );
  return Object.fromEntries(members);
}

/** An example of these fields, with the parts of each object inside of it. */
export function exampleIn(fields: readonly Field[]): Json {
  const source = fields.find(isTranslated)?.language ?? '';
  return nested(Object.fromEntries(fields.map((field) => [field.id, exampleOf(field) as Wire])), source) as Json; // both are values of JSON
}

/** The fields that a body may name: neither computed nor counted nor read-only. */
export function writable(fields: Fields): Fields {
  const open = Object.values(fields).filter((field) => isGivable(field));
  return Object.fromEntries(open.map((field) => [field.id, field]));
}

function schemasOf<F extends Field>(field: F): FieldSchema<F> {
  return SCHEMAS[field.type] as unknown as FieldSchema<F>; // the registry pairs each type with its schemas
}

/** A field as answers carry it; null is blank. */
export function answerSchema(field: Field): JsonSchema {
  const schema = schemasOf(field).answer(field);
  return isNeverBlank(field.type) ? schema : orNull(schema);
}

/** A field as a body may give it. */
export function bodySchema(field: Field): JsonSchema {
  const { answer, body = answer } = schemasOf(field);
  return orNull(body(field));
}

/** A value as a body may give it. */
export function exampleOf(field: Field): Json {
  return schemasOf(field).example(field);
}
