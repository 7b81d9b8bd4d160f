import { MOST_FILES_OF_COMMENT } from '@ninefold/model';
import { schemaRef, type JsonSchema } from './json-schema.ts';

type Members = Readonly<Record<string, JsonSchema>>;

const text: JsonSchema = { type: 'string' };
const moment: JsonSchema = { type: 'string', format: 'date-time' };
const person: JsonSchema = { anyOf: [schemaRef('Reference'), { type: 'null' }] };
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });

/** What is sent of a comment, with what only some may send. */
export function commentBody(more: Members): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      text: { type: 'string', description: 'Markdown; needed in a new comment without files.' },
      mentions: {
        type: 'array',
        description: 'Ids of people who may read the comment.',
        items: text,
        maxItems: 50,
      },
      files: { type: 'array', items: schemaRef('FileGiven'), maxItems: MOST_FILES_OF_COMMENT },
      quote: {
        type: ['string', 'null'],
        description: 'The id of a comment of the same record; of a new comment only.',
      },
      ...more,
    },
    examples: [{ text: 'Seen **today**.' }],
  };
}

/** A comment as it is answered, with what only some may read. */
export function commentAnswer(more: Members): JsonSchema {
  const properties: Members = {
    id: text,
    version: { type: 'integer', minimum: 1 },
    at: moment,
    by: person,
    key_by: person,
    via: { type: 'string', enum: ['screen', 'call', 'import', 'data', 'system'] },
    text: { type: ['string', 'null'], description: 'Markdown; null where it was taken back.' },
    ...more,
    mentions: { type: 'array', items: schemaRef('Reference') },
    files: {
      type: 'array',
      description: 'Their contents are read at `/api/<entity>/<record>/comments/<comment>/<id>`.',
      items: schemaRef('File'),
    },
    quote: nullable({
      type: 'object',
      description: 'The beginning of the comment that it answers, as it is now.',
      required: ['id', 'by', 'text'],
      properties: { id: text, by: person, text: { type: ['string', 'null'] } },
    }),
    edited_at: nullable(moment),
    taken_back: nullable({ type: 'object', required: ['at', 'by'], properties: { at: moment, by: person } }),
    may: {
      type: 'object',
      description: 'What the caller may do with it now.',
      required: ['edit', 'take_back'],
      properties: { edit: { type: 'boolean' }, take_back: { type: 'boolean' } },
    },
  };
  return {
    type: 'object',
    required: Object.keys(properties),
    properties: {
      ...properties,
      earlier: {
        type: 'array',
        description: 'Of one comment alone: what it said before it was edited, the latest first.',
        items: { type: 'object', required: ['at', 'text'], properties: { at: moment, text } },
      },
    },
  };
}
