import type { Model } from '@ninefold/model';
import type { Json, JsonSchema } from './json-schema.ts';
import { json, operation, type PathItem } from './operation.ts';

/** The tag of what may be picked; no id of an entity begins with a line. */
export const OFFERS_TAG = '_offers';

const PARAMETERS: readonly Json[] = [
  {
    name: 'path',
    in: 'path',
    required: true,
    description:
      'What is picked for: an entity, `user`; one of its references, `ticket.assignee`; one in its lines, `order.lines.part`; one in the form of a transition, `ticket.solve.input.helper`.',
    schema: { type: 'string', maxLength: 500 },
  },
  {
    name: 'search',
    in: 'query',
    description: 'Words that must all be found in what the caller sees of the record.',
    schema: { type: 'string', maxLength: 2000 },
  },
  {
    name: 'ids',
    in: 'query',
    description: 'Only these records, by their ids, separated by commas.',
    schema: { type: 'string' },
  },
  {
    name: 'chosen',
    in: 'query',
    description: 'These records, by their ids, whatever the condition of the reference says of them now.',
    schema: { type: 'string' },
  },
  {
    name: 'all',
    in: 'query',
    description: 'With `true` also the records that the conditions do not offer: a list may be filtered by them.',
    schema: { type: 'string', enum: ['true'] },
  },
  {
    name: 'entered',
    in: 'query',
    description:
      'The values that the condition of the reference reads, as JSON with `record`, `line` and `input`; what is left out is judged when the record is written.',
    schema: { type: 'string' },
    example: '{"record":{}}',
  },
  { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 20 } },
  { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 } },
];

const ITEM: JsonSchema = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, title: { type: 'string' } },
  description: 'The record, where the caller may read it, else its id and what its title shows.',
};

/** The call that answers what may be picked for a reference. */
export function offerPaths(model: Model): Readonly<Record<string, PathItem>> {
  const get = operation(
    { id: OFFERS_TAG },
    { model },
    {
      kind: 'offers',
      id: '_offers',
      summary: 'The records that may be picked for a reference',
      parameters: PARAMETERS,
      answer: {
        description: 'The first of the records, and how many there are.',
        content: json({
          type: 'object',
          required: ['entity', 'items', 'total', 'total_is'],
          properties: {
            entity: { type: 'string' },
            items: { type: 'array', items: ITEM },
            total: { type: ['integer', 'null'] },
            total_is: { enum: ['exact', 'at_least', null] },
          },
        }),
      },
    },
  );
  return { '/api/_offers/{path}': { get } };
}
