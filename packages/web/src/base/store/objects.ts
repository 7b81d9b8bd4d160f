import {
  anyHasJson,
  type Entity,
  flat,
  haveJson,
  haveObjects,
  isMap,
  jsonGiven,
  jsonInBulk,
  jsonTaken,
  type Model,
  nested,
  type Wire,
} from '@ninefold/model';

/**
 * In JSON the parts of an object stand inside of it, `address: { city }`, and so do the languages of a translated text,
 * `name: { en, ja }`. The pages know each by its own id, `address.city` and `name.ja`, as expressions do. A value of a `json` field
 * stands there as itself; the pages know it as a text.
 */

/** How bodies and answers of calls are put into the form that the other side knows: `BODIES`, once the code of the screens is there. */
export interface Bodies {
  readonly sentBody: (url: string, body: unknown, state: unknown) => unknown;
  readonly readAnswer: (url: string, answer: unknown, state: unknown) => unknown;
}

/** A body as it is sent. What is no JSON, such as a file, stays as it is. */
export function sentBody(url: string, body: unknown, state: unknown): unknown {
  const sent = nestedIn(body, modelIn(state)?.languages[0] ?? '');
  const { fields, call } = placeOf(url, state);
  if (!haveJson(fields) || !isPlain(sent)) return sent;
  return call === 'bulk' ? jsonInBulk(sent, (values) => jsonGiven(fields, values)) : jsonGiven(fields, sent);
}

/** The fields of the entity that an address names, and what follows its name. */
function placeOf(url: string, state: unknown): { readonly fields: Entity['fields']; readonly call: string } {
  const [, api, name = '', call = ''] = url.split('?', 1)[0]?.split('/') ?? [];
  const entities = modelIn(state)?.entities;
  const isKnown = api === 'api' && entities !== undefined && Object.hasOwn(entities, name);
  return { fields: (isKnown ? entities[name]?.fields : undefined) ?? {}, call };
}

function nestedIn(body: unknown, source: string): unknown {
  if (Array.isArray(body)) return body.map((item) => nestedIn(item, source));
  if (!isPlain(body)) return body;
  const members = Object.entries(nested(body, source)).map(([name, value]) => [name, nestedIn(value, source)] as const);
  return Object.fromEntries(members);
}

function isPlain(value: unknown): value is Readonly<Record<string, Wire>> {
  return isMap(value) && Object.getPrototypeOf(value) === Object.prototype;
}

/** The answer of a call on records, as the pages know them. */
export function readAnswer(url: string, answer: unknown, state: unknown): unknown {
  return answerOf(url, answer, modelIn(state)?.entities);
}

/** The same, of the entities that the reader knows. */
export function answerOf(url: string, answer: unknown, entities: Model['entities'] | undefined): unknown {
  const [, api, name = '', , call = ''] = url.split('?', 1)[0]?.split('/') ?? [];
  if (api !== 'api' || call === 'history' || !isMap(answer)) return answer; // entries of a history name fields by id
  const fields = entities && Object.hasOwn(entities, name) ? entities[name]?.fields : undefined;
  if (fields === undefined || !entities || !(haveObjects(entities) || anyHasJson(entities))) return answer;
  const record = (value: unknown): unknown => (isPlain(value) ? jsonTaken(fields, flat(value, fields)) : value);
  const items: unknown = answer['items'];
  return Array.isArray(items) ? { ...answer, items: items.map(record) } : record(answer);
}

/** The part of the state in which the answers of calls are kept. */
interface Kept {
  readonly api?: {
    readonly queries: Readonly<Record<string, { readonly endpointName?: string; readonly data?: unknown } | undefined>>;
  };
}

function modelIn(state: unknown): Model | undefined {
  const { api } = state as Kept; // the state of our store
  const found = Object.values(api?.queries ?? {}).findLast((one) => one?.endpointName === 'model' && isMap(one.data));
  return (found?.data as { readonly model: Model } | undefined)?.model; // the answer of `GET /_/model`
}

/** Both directions. */
export const BODIES: Bodies = { sentBody, readAnswer };
