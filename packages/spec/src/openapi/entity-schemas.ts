import {
  findOf,
  canEverReadComments,
  type Entity,
  type Field,
  type Grant,
  isTruth,
  splitId,
  pressList,
  readsInternal,
  type Rights,
  type Transition,
  transitionsOf,
} from '@ninefold/model';
import { commentAnswer, commentBody } from './comment-schemas.ts';
import { answerSchema, bodySchema, exampleIn, membersOf, writable } from './field-schemas.ts';
import { schemaRef, type Json, type JsonSchema } from './json-schema.ts';

const instant: JsonSchema = { type: 'string', format: 'date-time' };
const person: JsonSchema = { anyOf: [schemaRef('Reference'), { type: 'null' }] };

const SYSTEM: Readonly<Record<string, JsonSchema>> = {
  id: { type: 'string', format: 'uuid' },
  version: { type: 'integer', minimum: 1 },
  title: { type: 'string' },
  created_at: instant,
  created_by: person,
  changed_at: instant,
  changed_by: person,
};

function stateSchemas({ lifecycle }: Entity): Readonly<Record<string, JsonSchema>> {
  if (lifecycle === null) return {};
  return {
    state: { type: 'string', enum: Object.keys(lifecycle.states) },
    state_since: instant,
    state_final: { type: 'boolean' },
  };
}

/** Who has pressed each transition with approvals: the lists that a record comes with, so that whoever shows it can tell who may press now. */
function pressSchemas(entity: Entity): Readonly<Record<string, JsonSchema>> {
  const approved = [...transitionsOf(entity).values()].filter(({ approvals }) => approvals !== null);
  const lists = approved.flatMap(({ id, approvals }) => {
    const kinds = ['by', 'for', ...(approvals?.escalate ? (['escalated'] as const) : [])] as const;
    return kinds.map((kind) => [pressList({ kind, transition: id }), PRESSED[kind]] as const);
  });
  return Object.fromEntries(
    lists.map(([name, description]) => [name, { type: 'array', description, items: schemaRef('Reference') }]),
  );
}

const PRESSED = {
  by: 'Who has approved, and those whose deputies have.',
  for: 'The approvers for whom somebody has approved.',
  escalated: 'The approvers who had not approved in time; empty until then.',
} as const;

type Action = 'create' | 'read' | 'update';

function fieldsFor(entity: Entity, rights: Rights, action: Action): readonly Field[] {
  const grants: readonly Grant[] = rights.grants(entity.id).filter(({ verbs }) => verbs[action] !== undefined);
  return Object.values(entity.fields).filter((field) => grants.some(({ fields }) => fields[field.id]?.[action]));
}

/**
 * A record as answers carry it. Fields that the caller may not read, and hidden fields, are left out. Of a record that
 * the caller wrote and may not read, only the system fields are answered.
 */
function answer(entity: Entity, rights: Rights): JsonSchema {
  const fields = membersOf(fieldsFor(entity, rights, 'read'), answerSchema);
  return {
    type: 'object',
    required: ['id', 'version', 'created_at', 'changed_at'],
    properties: { ...SYSTEM, ...stateSchemas(entity), ...pressSchemas(entity), ...fields },
  };
}

const confirm: JsonSchema = {
  type: 'array',
  description: 'Codes of warnings that the person has confirmed.',
  items: { type: 'string' },
};

function body(entity: Entity, rights: Rights, action: 'create' | 'update'): JsonSchema {
  const fields = Object.values(
    writable(Object.fromEntries(fieldsFor(entity, rights, action).map((field) => [field.id, field]))),
  );
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...membersOf(fields, bodySchema, { additionalProperties: false }), confirm },
    ...(action === 'create' ? requiredOf(fields) : {}),
    examples: [exampleIn(action === 'create' ? fields.filter(isNeeded) : fields.slice(0, 1))],
  };
}

function isNeeded(field: Field): boolean {
  const arrives = field.default !== null || field.copy !== null || findOf(field) !== null;
  return field.required && !arrives && !isTruth(field.type);
}

function requiredOf(fields: readonly Field[]): JsonSchema {
  const needed = fields.filter(isNeeded).map((field) => splitId(field.id)[0] ?? '');
  return needed.length === 0 ? {} : { required: [...new Set(needed)] };
}

/** The body of a transition: its own form under `input`, and fields sent along. */
function transitionBody(entity: Entity, { input, asks }: Transition, rights: Rights): JsonSchema {
  const own = Object.values(input);
  const form: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    properties: membersOf(own, bodySchema, { additionalProperties: false }),
    ...requiredOf(own),
  };
  const along = body(entity, rights, 'update')['properties'] as Readonly<Record<string, Json>>; // every body has them
  const needsInput = own.some(isNeeded);
  const asked = asks.filter((field) => Object.hasOwn(along, field));
  return {
    ...(asked.length > 0 ? { description: `Its dialog asks for ${asked.join(', ')}, sent along as changes.` } : {}),
    type: 'object',
    additionalProperties: false,
    properties: { ...along, ...(own.length === 0 ? {} : { input: form }) },
    ...(needsInput ? { required: ['input'] } : {}),
    examples: [own.length === 0 ? {} : { input: exampleIn(own) }],
  };
}

function listOf(entity: string): JsonSchema {
  return {
    type: 'object',
    required: ['items', 'total', 'total_is', 'next'],
    properties: {
      items: { type: 'array', items: schemaRef(entity) },
      total: { type: ['integer', 'null'] },
      total_is: { type: ['string', 'null'], enum: ['exact', 'at_least', null] },
      next: { type: ['string', 'null'], description: 'The key of the next page, sent as `after`.' },
      facets: {
        type: 'object',
        description: 'By the names of `facets`; values that no record has are absent, blank is null.',
        additionalProperties: {
          type: 'array',
          items: {
            type: 'object',
            required: ['value', 'count'],
            properties: {
              value: { type: ['string', 'boolean', 'null'] },
              count: { type: 'integer' },
              title: { type: 'string', description: 'Of a record, where the caller may see it.' },
            },
          },
        },
      },
      trashed_by: {
        type: 'object',
        description: 'With `trash=true`: who deleted each record, by its id, as far as its history tells.',
        additionalProperties: schemaRef('Reference'),
      },
    },
  };
}

/** Names of the schemas of one entity; a dot keeps them apart from every entity. */
export const SCHEMA_NAMES = {
  record: (entity: string) => entity,
  list: (entity: string) => `${entity}.list`,
  create: (entity: string) => `${entity}.create`,
  update: (entity: string) => `${entity}.update`,
  bulk: (entity: string) => `${entity}.bulk`,
  comment: (entity: string) => `${entity}.comment`,
  said: (entity: string) => `${entity}.said`,
  transition: (entity: string, transition: string) => `${entity}.transition.${transition}`,
} as const;

/** Every schema of one entity, for what these rights allow with it. */
export function entitySchemas(entity: Entity, rights: Rights): Readonly<Record<string, JsonSchema>> {
  const transitions = pressable(entity, rights).map(
    (transition) =>
      [SCHEMA_NAMES.transition(entity.id, transition.id), transitionBody(entity, transition, rights)] as const,
  );
  return {
    [SCHEMA_NAMES.record(entity.id)]: answer(entity, rights),
    [SCHEMA_NAMES.list(entity.id)]: listOf(entity.id),
    [SCHEMA_NAMES.create(entity.id)]: body(entity, rights, 'create'),
    [SCHEMA_NAMES.update(entity.id)]: body(entity, rights, 'update'),
    ...Object.fromEntries(transitions),
    ...commentSchemas(entity, rights),
  };
}

/** What is sent of a comment, and what is answered; internal ones only for those who read them. */
function commentSchemas(entity: Entity, rights: Rights): Readonly<Record<string, JsonSchema>> {
  if (!canEverReadComments(rights, entity)) return {};
  const isInside = readsInternal(rights, entity);
  const internal: JsonSchema = { type: 'boolean', description: 'Only for the roles of internal comments.' };
  return {
    [SCHEMA_NAMES.comment(entity.id)]: commentBody(isInside ? { internal } : {}),
    [SCHEMA_NAMES.said(entity.id)]: commentAnswer(isInside ? { internal } : {}),
  };
}

/** The transitions that one of these roles may ever fire. */
export function pressable(entity: Entity, rights: Rights): readonly Transition[] {
  return [...transitionsOf(entity).values()].filter(
    ({ id, by }) => id !== 'create' && by.some((role) => rights.roles.includes(role)),
  );
}
