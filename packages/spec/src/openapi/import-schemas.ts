import { schemaRef, type Json, type JsonSchema } from './json-schema.ts';

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

function query(name: string, description: string, schema: JsonSchema): Json {
  return { name, in: 'query', description, schema };
}

/** How a file of records is imported. */
export const IMPORT_PARAMETERS: readonly Json[] = [
  query('mode', '`all`: every row or none; `each`: those that can be; `try`: nothing is written, all is told.', {
    type: 'string',
    enum: ['all', 'each', 'try'],
    default: 'all',
  }),
  query(
    'match',
    'Fields joined by commas: a row changes the record that has the same in them. Empty: every row is a new record. Left out: the key, the id or what else is unique, as far as there is a column.',
    text,
  ),
  query('columns', 'What each column fills, in their order: fields, `id` or nothing, joined by commas.', text),
];

const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['row', 'column', 'path', 'code', 'params', 'message'],
  properties: {
    row: { type: 'integer', minimum: 1, description: 'The header is row 1.' },
    column: { type: ['string', 'null'] },
    path: text,
    code: schemaRef('ErrorCode'),
    params: { type: 'object', additionalProperties: true },
    message: { type: 'string', description: 'In the language of the reader.' },
  },
};

/** What an import answers. */
export const IMPORT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ImportAnswer: {
    type: 'object',
    required: [
      ...['rows', 'created', 'changed', 'unchanged', 'failed', 'written', 'encoding'],
      ...['match', 'matches', 'columns', 'fields', 'problems', 'problem_count'],
    ],
    properties: {
      rows: count,
      created: count,
      changed: count,
      unchanged: count,
      failed: count,
      written: { type: 'boolean' },
      encoding: text,
      match: { type: 'array', items: text },
      matches: { type: 'array', description: 'What `match` may be.', items: text },
      columns: {
        type: 'array',
        items: {
          type: 'object',
          required: ['title', 'field', 'sample'],
          properties: { title: text, field: { type: ['string', 'null'] }, sample: text },
        },
      },
      fields: { type: 'array', items: text },
      problems: { type: 'array', description: 'The first of them.', items: PROBLEM },
      problem_count: count,
    },
  },
};
