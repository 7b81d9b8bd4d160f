import { canEver, canEverReadComments, type Entity } from '@ninefold/model';
import { SCHEMA_NAMES } from './entity-schemas.ts';
import { schemaRef, type Json, type JsonSchema } from './json-schema.ts';
import { ETAG, json, LOCATION, operation, type Describing, type Operation, type PathItem } from './operation.ts';
import { parameterRef } from './parameters.ts';

const COMMENT_ID: Json = {
  name: 'comment',
  in: 'path',
  required: true,
  description: 'The id of the comment.',
  schema: { type: 'string' },
};
const query = (name: string, description: string, schema: JsonSchema): Json => ({
  name,
  in: 'query',
  description,
  schema,
});
const PAGING: readonly Json[] = [
  query('size', 'How many comments a page holds.', { type: 'integer', minimum: 1, maximum: 200 }),
  query('after', 'The `next` of the page before.', { type: 'string' }),
  query('search', 'Words that a comment has.', { type: 'string', maxLength: 2000 }),
];

function answered(entity: string, headers: JsonSchema): JsonSchema {
  return {
    description: 'The comment.',
    headers,
    content: json(schemaRef(SCHEMA_NAMES.said(entity))),
  };
}

/** The calls on the conversation of a record, below the address of the record. */
export function commentPaths(entity: Entity, describing: Describing): readonly (readonly [string, PathItem])[] {
  if (!canEverReadComments(describing.rights, entity)) return [];
  return [
    ['/comments', conversation(entity, describing)],
    ['/comments/{comment}', { parameters: [parameterRef('id'), COMMENT_ID], ...single(entity, describing) }],
  ];
}

function mayEverWrite({ id }: Entity, { rights }: Describing): boolean {
  return canEver(rights, id, 'comment');
}

function named({ id }: Entity, { label }: Describing): string {
  return label(`entities.${id}.label`, id);
}

function conversation(entity: Entity, describing: Describing): PathItem {
  const { id } = entity;
  const items = { type: 'array', items: schemaRef(SCHEMA_NAMES.said(id)) };
  const list: Operation = {
    kind: 'comments',
    id: `${id}.comments`,
    summary: `Comments: ${named(entity, describing)}`,
    parameters: PAGING,
    answer: {
      description: 'What people say about the record, newest first.',
      headers: ETAG,
      content: json({
        type: 'object',
        required: ['items', 'total', 'total_is', 'next'],
        properties: {
          items,
          total: { type: 'integer', minimum: 0 },
          total_is: { type: 'string', enum: ['exact'] },
          next: { type: ['string', 'null'] },
        },
      }),
    },
  };
  const say: Operation = {
    kind: 'say',
    id: `${id}.comment`,
    summary: `Comment: ${named(entity, describing)}`,
    body: SCHEMA_NAMES.comment(id),
    answer: answered(id, { ...ETAG, ...LOCATION }),
    status: '201',
  };
  return {
    get: operation(entity, describing, list),
    ...(mayEverWrite(entity, describing) ? { post: operation(entity, describing, say) } : {}),
  };
}

function single(entity: Entity, describing: Describing): PathItem {
  const { id } = entity;
  const name = named(entity, describing);
  const read: Operation = {
    kind: 'comment',
    id: `${id}.comment.get`,
    summary: `Read a comment: ${name}`,
    answer: answered(id, ETAG),
  };
  const edit: Operation = {
    kind: 'edit_comment',
    id: `${id}.comment.edit`,
    summary: `Edit a comment: ${name}`,
    parameters: [parameterRef('ifMatch')],
    body: SCHEMA_NAMES.comment(id),
    answer: answered(id, ETAG),
  };
  const takeBack: Operation = {
    kind: 'take_back',
    id: `${id}.comment.take_back`,
    summary: `Take a comment back: ${name}`,
    parameters: [parameterRef('ifMatch')],
    answer: { description: 'Taken back: its texts are gone.' },
    status: '204',
  };
  return {
    get: operation(entity, describing, read),
    ...(mayEverWrite(entity, describing) ? { patch: operation(entity, describing, edit) } : {}),
    delete: operation(entity, describing, takeBack),
  };
}
