import { type Entity, type Expression, type InCall, type Model, transitionsOf } from '@ninefold/model';
import { errorResponses } from './errors-of-calls.ts';
import { bodySchema } from './field-schemas.ts';
import type { Json, JsonSchema } from './json-schema.ts';
import { json, type PathItem } from './operation.ts';

/** The tag of what other systems call; no id of an entity has a blank in it. */
export const IN_CALLS_TAG = 'incoming calls';

/** How an incoming call says who makes it. */
export const IN_CALL_SECURITY: Readonly<Record<string, JsonSchema>> = {
  secret: { type: 'http', scheme: 'bearer', description: 'The secret of the call, as this installation has it.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'A signature with the secret of the call by the scheme of Standard Webhooks, with the headers `webhook-id` and `webhook-timestamp`.',
  },
};

/** What the caller makes two calls one by, where nothing in the body does. */
const KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'What makes two calls one and the same: what was done once is not done again. `webhook-id` counts as one.',
  schema: { type: 'string', maxLength: 200 },
};

const ANSWER: JsonSchema = {
  description: 'Done, now or before by the same key.',
  content: json({
    type: 'object',
    required: ['entity', 'id'],
    properties: { entity: { type: 'string' }, id: { type: 'string', description: 'The id of the record.' } },
  }),
};

const BODY = 'body';
const ANYTHING: JsonSchema = { description: 'Read as a text, a number, or true or false.' };
const KEY_GIVEN: JsonSchema = { type: 'string', minLength: 1, description: 'What makes two calls one and the same.' };

/** A path of the body, and what may stand there. */
type Member = readonly [path: string, schema: JsonSchema];

/** The calls by which other systems write records, by their addresses. */
export function inCallPaths(
  model: Model,
  label: (key: string, id: string) => string,
): Readonly<Record<string, PathItem>> {
  const described = (call: InCall): readonly (readonly [string, PathItem])[] => {
    const entity = model.entities[call.entity];
    if (!entity) return [];
    const post: JsonSchema = {
      operationId: `_in.${call.id}`,
      summary: label(`calls.in.${call.id}.label`, call.id),
      tags: [IN_CALLS_TAG],
      ...(call.key === null ? { parameters: [KEY] } : {}),
      requestBody: { required: true, content: json(bodyOf(call, entity)) },
      responses: { 200: ANSWER, ...errorResponses(model, 'in_call') },
      security: [{ secret: [] }, { signature: [] }],
    };
    return [[`/_/in/${call.id}`, { post }]];
  };
  return Object.fromEntries(Object.values(model.calls.in).flatMap(described));
}

/** What of the body an incoming call reads. Others may stand beside it. */
function bodyOf({ key, find, fires, values, input }: InCall, entity: Entity): JsonSchema {
  const answers = fires === null ? {} : (transitionsOf(entity).get(fires)?.input ?? {});
  const given = [
    ...input.map((one) => ({ ...one, of: answers })),
    ...values.flatMap((one) => ('value' in one ? [{ ...one, of: entity.fields }] : [])),
  ];
  const lines = values.flatMap((one) => ('lines' in one ? one.lines.flat() : []));
  const alone = given.flatMap(({ of, field, value }): readonly Member[] => {
    const target = of[field];
    return target && isAlone(value) ? [[value.reads[0] ?? '', bodySchema(target)]] : [];
  });
  const read = [key, find, ...given.map(({ value }) => value), ...lines.map(({ value }) => value)];
  const paths = read.flatMap((expression) => expression?.reads ?? []).filter((path) => path.startsWith(`${BODY}.`));
  const keys: readonly Member[] = key !== null && isAlone(key) ? [[key.reads[0] ?? '', KEY_GIVEN]] : [];
  return objectOf(new Map([...paths.map((path): Member => [path, ANYTHING]), ...alone, ...keys]), BODY);
}

/** Whether an expression is one member of the body and nothing else. */
function isAlone({ tree, reads }: Expression): boolean {
  return tree?.node === 'field' && reads[0]?.startsWith(`${BODY}.`) === true;
}

/** The members right below a path, with what stands below them. */
function objectOf(members: ReadonlyMap<string, JsonSchema>, path: string): JsonSchema {
  const below = [...members].filter(([name]) => name.startsWith(`${path}.`));
  const names = new Set(below.map(([name]) => name.slice(path.length + 1).split('.')[0] ?? ''));
  const properties = [...names].map((name) => {
    const here = `${path}.${name}`;
    const hasParts = below.some(([other]) => other.startsWith(`${here}.`));
    return [name, hasParts ? objectOf(members, here) : (members.get(here) ?? ANYTHING)] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties) };
}
