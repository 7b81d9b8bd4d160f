import type { Entity, Model, Rights } from '@ninefold/model';
import { errorResponses, type CallKind } from './errors-of-calls.ts';
import { schemaRef, type Json, type JsonSchema } from './json-schema.ts';
import { parameterRef } from './parameters.ts';

/** What the calls of one entity are described with. */
export interface Describing {
  readonly model: Model;
  readonly rights: Rights;
  /** Name of an entity or a transition as people read it. */
  readonly label: (key: string, id: string) => string;
}

/** The calls of one address, by their methods. */
export type PathItem = Readonly<Record<string, Json>>;

/** One call. */
export interface Operation {
  readonly kind: CallKind;
  readonly id: string;
  readonly summary: string;
  readonly parameters?: readonly Json[];
  readonly body?: string;
  readonly answer: Json;
  readonly status?: '200' | '201' | '204';
}

const READS: ReadonlySet<CallKind> = new Set([
  'list',
  'get',
  'history',
  'due',
  'approvals',
  'related',
  'offers',
  'comments',
  'comment',
]);
const BODY_IS_OPTIONAL: ReadonlySet<CallKind> = new Set(['transition', 'delete']);
/** What stands for an answer. */
export const ETAG: JsonSchema = {
  ETag: {
    description: 'What stands for this answer: of a record it begins with its version.',
    schema: { type: 'string' },
  },
};
const UNCHANGED: JsonSchema = { 304: { description: 'As it was when it carried this ETag.', headers: ETAG } };
/** Where to find what was created. */
export const LOCATION: JsonSchema = { Location: { description: 'Where the record is.', schema: { type: 'string' } } };

/** A body of JSON. */
export function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

/** A call with its parameters, its answers and its refusals. */
export function operation(
  { id: tag }: Pick<Entity, 'id'>,
  { model }: Pick<Describing, 'model'>,
  call: Operation,
): JsonSchema {
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [tag],
    ...parametersOf(call),
    ...(call.body
      ? { requestBody: { required: !BODY_IS_OPTIONAL.has(call.kind), content: json(schemaRef(call.body)) } }
      : {}),
    responses: {
      [call.status ?? '200']: call.answer,
      ...(READS.has(call.kind) ? UNCHANGED : {}),
      ...errorResponses(model, call.kind),
    },
    security: [{ key: [] }, READS.has(call.kind) ? { session: [] } : { session: [], xsrf: [] }],
  };
}

/** Every read may send `If-None-Match`. Every write may carry a key that makes it happen once. */
function parametersOf({ kind, parameters = [] }: Operation): JsonSchema {
  return { parameters: [...parameters, parameterRef(READS.has(kind) ? 'ifNoneMatch' : 'once')] };
}
