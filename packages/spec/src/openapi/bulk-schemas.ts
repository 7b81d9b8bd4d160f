import { canEver, canEverReadComments, type Entity, keysOf, type Rights, type WriteAction } from '@ninefold/model';
import { pressable, SCHEMA_NAMES } from './entity-schemas.ts';
import { schemaRef, type JsonSchema } from './json-schema.ts';

const text: JsonSchema = { type: 'string' };
const confirm: JsonSchema = { type: 'array', description: 'Codes of warnings that are confirmed.', items: text };
const anyValues: JsonSchema = { type: 'object', additionalProperties: true };

/** The actions on many records of an entity that these rights may ever allow. */
export function bulkActions(entity: Entity, rights: Rights): readonly WriteAction[] {
  const creation = entity.lifecycle?.transitions['create']?.by;
  const mayCreate = creation === undefined || creation.some((role) => rights.roles.includes(role));
  const removes = canEver(rights, entity.id, 'delete');
  const open: Readonly<Record<WriteAction, boolean>> = {
    create: mayCreate && canEver(rights, entity.id, 'create'),
    update: canEver(rights, entity.id, 'update'),
    delete: removes,
    restore: removes && entity.trash,
    transition: canEver(rights, entity.id, 'read') && pressable(entity, rights).length > 0,
    comment: canEverReadComments(rights, entity) && canEver(rights, entity.id, 'comment'),
  };
  return keysOf(open).filter((action) => open[action]);
}

/** The body of `POST /api/<entity>/bulk`. */
export function bulkBody(entity: Entity, rights: Rights): JsonSchema {
  const actions = bulkActions(entity, rights);
  const transitions = pressable(entity, rights).map(({ id }) => id);
  return {
    type: 'object',
    additionalProperties: false,
    required: ['action'],
    properties: {
      action: { type: 'string', enum: actions },
      ids: {
        type: 'array',
        description:
          'Ids or keys; of every action but create, unless `list` is sent. With `version` only as long as the record has it; with `values` an update gives the record these in place of those of the body.',
        items: {
          anyOf: [
            text,
            {
              type: 'object',
              additionalProperties: false,
              required: ['id'],
              properties: { id: text, version: { type: 'integer', minimum: 0 }, values: anyValues },
            },
          ],
        },
      },
      list: {
        type: 'object',
        description: 'All records of a list: its filtering parameters, and how many it was seen to have.',
        additionalProperties: false,
        required: ['query', 'count'],
        properties: { query: text, count: { type: 'integer', minimum: 0 } },
      },
      ...(actions.includes('create')
        ? { records: { type: 'array', description: 'Of create.', items: schemaRef(SCHEMA_NAMES.create(entity.id)) } }
        : {}),
      ...valuesOf(entity, actions),
      ...(transitions.length > 0 ? { transition: { type: 'string', enum: transitions }, input: anyValues } : {}),
      confirm,
      mode: {
        type: 'string',
        description:
          '`all`: nothing is changed where one cannot be; `each`: those that can be are; `try`: as `each`, and all of it is taken back.',
        enum: ['all', 'each', 'try'],
        default: 'all',
      },
    },
    examples: [{ action: actions[0] ?? 'update', mode: 'each' }],
  };
}

/** What each record gets: the fields of an update, or what a comment says. */
function valuesOf({ id }: Entity, actions: readonly WriteAction[]): Readonly<Record<string, JsonSchema>> {
  const schemas = [
    ...(actions.includes('update') ? [schemaRef(SCHEMA_NAMES.update(id))] : []),
    ...(actions.includes('comment') ? [schemaRef(SCHEMA_NAMES.comment(id))] : []),
  ];
  const [only] = schemas;
  if (only === undefined) return {};
  return { values: schemas.length === 1 ? only : { anyOf: schemas } };
}

const REFUSED: JsonSchema = {
  type: 'object',
  description: 'What a call on this record alone would have answered.',
  required: ['type', 'title', 'status', 'code', 'params', 'errors'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    code: schemaRef('ErrorCode'),
    params: anyValues,
    errors: { type: 'array', items: schemaRef('ProblemPart') },
    warnings: { type: 'array', items: schemaRef('ProblemPart') },
    more: { type: 'integer', description: 'How many errors and warnings are not named.' },
  },
};

const BULK_ANSWER: JsonSchema = {
  type: 'object',
  required: ['done', 'failed', 'results'],
  properties: {
    done: { type: 'integer', minimum: 0 },
    failed: { type: 'integer', minimum: 0 },
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'title', 'version', 'problem'],
        properties: {
          id: { type: ['string', 'null'] },
          title: { type: ['string', 'null'] },
          version: { type: ['integer', 'null'] },
          problem: { anyOf: [REFUSED, { type: 'null' }] },
          before: {
            ...anyValues,
            description:
              'Of an update with the mode `each`: what stood in the sent fields before. As `values`, with `version`, it undoes that.',
          },
        },
      },
    },
  },
};

const BATCH_BODY: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['writes'],
  properties: {
    writes: {
      type: 'array',
      description:
        'In this order, in one transaction. `{ "$id": "a" }` stands for the id that the write named `a` made.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['action', 'entity'],
        properties: {
          action: { type: 'string', enum: ['create', 'update', 'delete', 'restore', 'transition', 'comment'] },
          entity: text,
          as: { type: 'string', description: 'A name for later writes.' },
          id: { oneOf: [text, { type: 'object', required: ['$id'], properties: { $id: text } }] },
          version: { type: 'integer', minimum: 0 },
          values: anyValues,
          transition: text,
          input: anyValues,
          confirm,
        },
      },
    },
  },
  examples: [{ writes: [] }],
};

const BATCH_ANSWER: JsonSchema = {
  type: 'object',
  required: ['results'],
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        required: ['as', 'record'],
        properties: {
          as: { type: ['string', 'null'] },
          record: { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] },
        },
      },
    },
  },
};

/** What the calls on many records share. */
export const BULK_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  BulkAnswer: BULK_ANSWER,
  BatchBody: BATCH_BODY,
  BatchAnswer: BATCH_ANSWER,
};
