import { schemaRef, type Json, type JsonSchema } from './json-schema.ts';

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

function query(name: string, description: string, schema: JsonSchema): Json {
  return { name, in: 'query', description, schema };
}

/** How a file of records is imported. */
export const IMPORT_PARAMETERS: readonly Json[] = [
  query(
    'mode',
    '`all`: every row or none, in one transaction for which other writes wait; `each`: those that can be, some at a time; `try`: nothing is written, all is told.',
    {
      type: 'string',
      enum: ['all', 'each', 'try'],
      default: 'all',
    },
  ),
  query(
    'match',
    'Fields joined by commas: a row changes the record that has the same in them. Empty: every row is a new record. Left out: the key, the id or what else is unique, as far as there is a column.',
    text,
  ),
  query('rejects', '`file`: the rows that fail as a file of the same form, with a column that says why.', {
    type: 'string',
    enum: ['file'],
  }),
  query('columns', 'What each column fills, in their order: fields, `id` or nothing, joined by commas.', text),
  query(
    'dates',
    'How days like 03/04/2024 are read where neither the column nor another one of the file shows it; left out: as in the language.',
    {
      type: 'string',
      enum: ['day_first', 'month_first'],
    },
  ),
  query(
    'decimals',
    'What stands before the decimals of 1,250 where neither the column nor another one of the file shows it; left out: as in the language.',
    { type: 'string', enum: ['comma', 'point'] },
  ),
];

const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['row', 'column', 'value', 'path', 'code', 'params', 'message'],
  properties: {
    row: { type: 'integer', minimum: 1, description: 'The header is row 1.' },
    column: { type: ['string', 'null'] },
    value: { type: ['string', 'null'], description: 'What stands in the cell.' },
    path: text,
    code: schemaRef('ErrorCode'),
    params: { type: 'object', additionalProperties: true },
    message: {
      type: 'string',
      description: 'In the language of the reader, with the label of the field and the value.',
    },
  },
};

const DATES: JsonSchema = {
  type: 'object',
  description: 'Of a column of days that has some like 03/04/2024: how they are read, and what decided that.',
  required: ['order', 'by', 'written', 'read'],
  properties: {
    order: { type: 'string', enum: ['day_first', 'month_first'] },
    by: {
      type: 'string',
      enum: ['column', 'file', 'call', 'language', 'mixed'],
      description:
        '`column`: other values of it, such as 25/12/2024; `file`: other columns; `mixed`: it has proofs of both orders.',
    },
    written: { ...text, description: 'The first of them.' },
    read: { type: ['string', 'null'], description: 'What that is read as.' },
  },
};

const NUMBERS: JsonSchema = {
  type: 'object',
  description:
    'Of a column of numbers that has some with a comma before decimals, or that may have: how they are read, and what decided that.',
  required: ['sign', 'by', 'written', 'read'],
  properties: {
    sign: { type: 'string', enum: [',', '.'], description: 'What stands before the decimals.' },
    by: {
      type: 'string',
      enum: ['column', 'file', 'call', 'language', 'mixed'],
      description:
        '`column`: other values of it, such as 12,50; `file`: other columns; `mixed`: it has proofs of both signs.',
    },
    written: { ...text, description: 'The first of them.' },
    read: { type: ['string', 'null'], description: 'What that is read as.' },
  },
};

const VALUES: JsonSchema = {
  type: 'object',
  required: ['field', 'changed', 'emptied', 'examples'],
  properties: {
    field: text,
    changed: { ...count, description: 'Records that get another value.' },
    emptied: { ...count, description: 'Records that lose their value and get none.' },
    examples: {
      type: 'array',
      description: 'The first of them, those that are emptied before the others.',
      items: {
        type: 'object',
        required: ['row', 'title', 'before', 'after'],
        properties: { row: { type: 'integer', minimum: 1 }, title: text, before: {}, after: {} },
      },
    },
  },
};

/** What an import answers. */
export const IMPORT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ImportAnswer: {
    type: 'object',
    required: [
      ...['rows', 'created', 'changed', 'unchanged', 'failed', 'values', 'written', 'held_ms', 'encoding'],
      ...['match', 'matches', 'columns', 'fields', 'problems', 'problem_count', 'between', 'undo', 'rejects'],
    ],
    properties: {
      rows: count,
      created: count,
      changed: count,
      unchanged: count,
      failed: count,
      values: {
        type: 'array',
        description: 'What the changed records lose and get, by field.',
        items: VALUES,
      },
      written: { type: 'boolean' },
      held_ms: {
        ...count,
        description: 'How long its longest transaction held other writes, in ms; of a trial, how long `all` would.',
      },
      encoding: text,
      match: { type: 'array', items: text },
      matches: { type: 'array', description: 'What `match` may be.', items: text },
      columns: {
        type: 'array',
        items: {
          type: 'object',
          required: ['title', 'field', 'sample'],
          properties: {
            title: text,
            field: { type: ['string', 'null'] },
            sample: text,
            dates: DATES,
            numbers: NUMBERS,
          },
        },
      },
      fields: { type: 'array', items: text },
      problems: { type: 'array', description: 'The first of them.', items: PROBLEM },
      problem_count: count,
      between: {
        type: ['array', 'null'],
        description: 'The first and the last moment at which it wrote. Null where nothing was written.',
        items: { type: 'string', format: 'date-time' },
      },
      undo: {
        type: ['array', 'null'],
        description:
          'The records that it wrote, with what stood in the changed fields before: what a bulk action takes to undo it. Null where nothing was written, or more than the limit `import_undo` lets.',
        items: {
          type: 'object',
          required: ['id', 'version', 'before'],
          properties: {
            id: text,
            version: { type: 'integer' },
            before: { type: ['object', 'null'], additionalProperties: true },
          },
        },
      },
      rejects: {
        type: ['object', 'null'],
        description: 'With `rejects=file` the rows that failed, at most as many as the limit `import_rejects` lets.',
        required: ['type', 'content', 'rows'],
        properties: { type: text, content: { type: 'string', contentEncoding: 'base64' }, rows: count },
      },
    },
  },
};
