import { RUNTIME_ERRORS, type ErrorEntry, type Model } from '@ninefold/model';
import { schemaRef, type JsonSchema } from './json-schema.ts';

const text: JsonSchema = { type: 'string' };
const params: JsonSchema = { type: 'object', additionalProperties: true };

const REFERENCE: JsonSchema = {
  type: 'object',
  description: 'Another record. Without a title where the caller may not see it.',
  required: ['id'],
  properties: { id: text, title: text },
};

const REFERENCE_GIVEN: JsonSchema = {
  description: 'Another record, by its id or its key.',
  oneOf: [text, { type: 'object', required: ['id'], properties: { id: text } }],
};

const FILE: JsonSchema = {
  description:
    'A file. Its content is read at `/api/<entity>/<record>/<field>/<id>`, which answers `file_gone` (404) where the field does not hold it any more, or its content is missing.',
  type: 'object',
  required: ['id', 'name', 'size', 'type'],
  properties: {
    id: text,
    name: text,
    size: { type: 'integer', description: 'In bytes.' },
    type: { type: 'string', description: 'The media type that its content says.' },
  },
};

const FILE_GIVEN: JsonSchema = {
  description: 'A file that was sent to `/api/_files` before, or that stands in the field already, by its id.',
  oneOf: [text, { type: 'object', required: ['id'], properties: { id: text } }],
};

const MEASURES: JsonSchema = {
  type: 'object',
  description: 'By field; null where nothing is filled in.',
  additionalProperties: true,
};

const GROUPS: JsonSchema = {
  type: 'object',
  description: 'The records that fit, in groups.',
  required: ['items', 'total', 'total_is', 'next'],
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['by', 'count'],
        properties: {
          by: { type: 'object', description: 'A value for each name of `group`.', additionalProperties: true },
          count: { type: 'integer' },
          sum: MEASURES,
          avg: MEASURES,
          min: MEASURES,
          max: MEASURES,
        },
      },
    },
    total: { type: 'integer', description: 'How many groups there are.' },
    total_is: { type: 'string', enum: ['exact'] },
    next: { type: 'null' },
  },
};

const WHY: JsonSchema = {
  type: 'object',
  description: 'The smallest part of a condition that decided, with the values it saw that the caller may read.',
  required: ['by', 'saw'],
  properties: {
    by: text,
    saw: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'type', 'value'],
        properties: { path: { type: 'string', examples: ['record.cost'] }, type: text, value: {} },
      },
    },
  },
};

function problemPart(codes: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: 'One thing that is wrong; an empty path stands for the whole record.',
    required: ['path', 'code', 'params', 'message'],
    properties: {
      path: { type: 'string', examples: ['lines[2].qty'] },
      code: codes,
      params,
      message: { type: 'string', description: 'In the language of the reader.' },
      why: { type: 'array', items: WHY },
    },
  };
}

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'Every refusal (RFC 9457).',
  required: ['type', 'title', 'status', 'code', 'params', 'request_id', 'errors'],
  properties: {
    type: { type: 'string', description: 'The page of this error in the catalogue.' },
    title: { type: 'string', description: 'The message, in a language of the caller.' },
    status: { type: 'integer' },
    code: schemaRef('ErrorCode'),
    params,
    request_id: text,
    errors: { type: 'array', items: schemaRef('ProblemPart') },
    warnings: {
      type: 'array',
      description: 'Rules to be confirmed: send their codes as `confirm`.',
      items: schemaRef('ProblemPart'),
    },
    more: {
      type: 'integer',
      description: 'How many errors and warnings are not named, where there are more than 100.',
    },
  },
};

const HISTORY_ENTRY: JsonSchema = {
  type: 'object',
  required: ['id', 'at', 'by', 'kind', 'changes', 'via'],
  properties: {
    id: text,
    at: { type: 'string', format: 'date-time' },
    by: { anyOf: [schemaRef('Reference'), { type: 'null' }] },
    key_by: {
      description: 'Who made the key by which it was done, where that is another person than `by`.',
      anyOf: [schemaRef('Reference'), { type: 'null' }],
    },
    kind: {
      type: 'string',
      enum: ['create', 'update', 'transition', 'press', 'withdraw', 'escalate', 'refuse', 'delete', 'restore'],
    },
    for: {
      description: 'The approver in whose place it was approved, where that is another person than `by`.',
      anyOf: [schemaRef('Reference'), { type: 'null' }],
    },
    through: {
      description: 'The person in whose name `by` approved as their deputy.',
      anyOf: [schemaRef('Reference'), { type: 'null' }],
    },
    transition: { type: ['string', 'null'] },
    from: { type: ['string', 'null'] },
    to: { type: ['string', 'null'] },
    input: { type: ['object', 'null'], additionalProperties: true },
    changes: {
      type: 'array',
      items: { type: 'object', required: ['field'], properties: { field: text, old: {}, new: {} } },
    },
    via: text,
    cause: {
      description: 'What made the application itself do it.',
      type: ['object', 'null'],
      additionalProperties: true,
    },
  },
};

const APPROVAL: JsonSchema = {
  type: 'object',
  required: [
    ...['transition', 'needed', 'asked', 'ordered', 'presses', 'awaits', 'since', 'escalated', 'deputies'],
    ...['substitutes', 'unable', 'not_asked', 'stuck', 'mine'],
  ],
  properties: {
    transition: text,
    needed: { description: 'How many of those who are asked have to approve.', type: 'integer' },
    asked: { description: 'How many are asked.', type: 'integer' },
    ordered: { description: 'Only the first of `awaits` may approve now.', type: 'boolean' },
    presses: {
      type: 'array',
      items: {
        type: 'object',
        required: ['by', 'for', 'through', 'at', 'counts'],
        properties: {
          by: schemaRef('Reference'),
          for: { anyOf: [schemaRef('Reference'), { type: 'null' }] },
          through: { anyOf: [schemaRef('Reference'), { type: 'null' }] },
          at: { type: 'string', format: 'date-time' },
          counts: { description: 'False where the approver is not asked any more.', type: 'boolean' },
        },
      },
    },
    awaits: { description: 'Whose approval is missing.', type: 'array', items: schemaRef('Reference') },
    since: { type: 'string', format: 'date-time' },
    escalated: {
      description: 'Who may approve in the place of those who have not done so in time.',
      type: 'array',
      items: schemaRef('Reference'),
    },
    deputies: {
      description: 'The deputies of those who are awaited: they may approve in their place until the end of a day.',
      type: 'array',
      items: {
        type: 'object',
        required: ['person', 'deputy', 'until'],
        properties: {
          person: schemaRef('Reference'),
          deputy: schemaRef('Reference'),
          until: { type: 'string', format: 'date' },
        },
      },
    },
    substitutes: {
      description: 'The substitutes of those who are awaited: they may approve in their place while they are active.',
      type: 'array',
      items: {
        type: 'object',
        required: ['person', 'substitute'],
        properties: { person: schemaRef('Reference'), substitute: schemaRef('Reference') },
      },
    },
    unable: {
      description: 'Those of `awaits` who may not approve themselves any more: they have left, or lost the role.',
      type: 'array',
      items: schemaRef('Reference'),
    },
    not_asked: {
      description: 'Whom the specification names of those who are not asked: they have left, or created the record.',
      type: 'array',
      items: {
        type: 'object',
        required: ['person', 'why'],
        properties: { person: schemaRef('Reference'), why: { type: 'string', enum: ['left', 'creator'] } },
      },
    },
    stuck: { description: 'Nobody is left who may complete the approvals.', type: 'boolean' },
    mine: { description: 'What the caller may do about it.', enum: ['press', 'withdraw', null] },
  },
};

const APPROVALS: JsonSchema = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: schemaRef('Approval') } },
};

const CONFIRMATION: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    confirm: { type: 'array', description: 'Codes of warnings that the person has confirmed.', items: text },
  },
};

const HISTORY: JsonSchema = {
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: schemaRef('HistoryEntry') } },
};

const DUE: JsonSchema = {
  type: 'object',
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['transition', 'due', 'state', 'tried', 'next'],
        properties: {
          transition: text,
          due: { type: 'string', format: 'date-time' },
          state: { type: 'string', enum: ['planned', 'waiting', 'stuck'] },
          tried: { type: ['string', 'null'], format: 'date-time' },
          next: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
};

/** Every code that an answer to this caller can carry: the specification's own, without the rules of entities that the caller may not see, and the runtime's. */
function codesOf(model: Model): readonly string[] {
  return [...new Set([...ownEntries(model).map(({ id }) => id), ...Object.keys(RUNTIME_ERRORS)])].toSorted();
}

/** The entries of the specification that concern what this part of the model has. */
export function ownEntries(model: Model): readonly ErrorEntry[] {
  return Object.values(model.errors).filter(({ id }) => {
    const [entity = '', rule] = id.split('.');
    return rule === undefined || Object.hasOwn(model.entities, entity);
  });
}

/** What all entities share. */
export function sharedSchemas(model: Model): Readonly<Record<string, JsonSchema>> {
  return {
    Reference: REFERENCE,
    ReferenceGiven: REFERENCE_GIVEN,
    File: FILE,
    FileGiven: FILE_GIVEN,
    Groups: GROUPS,
    ErrorCode: { type: 'string', description: 'An id of the error catalogue.', enum: codesOf(model) },
    Problem: PROBLEM,
    ProblemPart: problemPart(schemaRef('ErrorCode')),
    HistoryEntry: HISTORY_ENTRY,
    History: HISTORY,
    Confirmation: CONFIRMATION,
    Due: DUE,
    Approval: APPROVAL,
    Approvals: APPROVALS,
  };
}
