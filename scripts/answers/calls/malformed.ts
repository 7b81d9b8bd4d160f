import { entityName, language, person, someId, type Asking } from '../asking.ts';

const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{}}',
  '1',
  '{"subject":',
  '\ufeff{}',
  '[[[',
];
const TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'text/csv',
  '',
  'multipart/form-data',
];
const METHODS = ['PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS', 'TRACE'];

/** A request that no screen sends. */
export async function askBadly(asking: Asking): Promise<void> {
  const { pair, random } = asking;
  const entity = entityName(asking);
  const id = someId(asking, entity);
  const path = random.pick([
    `/api/${entity}`,
    `/api/${entity}/${id}`,
    `/api/${entity}/${id}/x`,
    '/api/batch',
    `/api/${entity}/bulk`,
  ]);
  const call = {
    as: person(asking),
    method: random.pick(['POST', 'PATCH', 'DELETE']),
    path,
    headers: language(asking),
  };
  const json = { 'content-type': 'application/json' };
  await random.pick([
    () => pair.call({ ...call, body: random.pick(BODIES), headers: { ...call.headers, ...json } }),
    () => pair.call({ ...call, body: '{}', headers: { ...call.headers, 'content-type': random.pick(TYPES) } }),
    () => pair.call({ ...call, body: {}, xsrf: false }),
    () => pair.call({ ...call, body: {}, headers: { ...call.headers, 'sec-fetch-site': 'cross-site' } }),
    () =>
      pair.call({
        ...call,
        body: {},
        headers: { ...call.headers, 'if-match': random.pick(['7', '""', '"-1"', 'x,y']) },
      }),
    () =>
      pair.call({
        ...call,
        body: {},
        headers: { ...call.headers, 'idempotency-key': random.pick(['', 'é', 'a b', 'x'.repeat(201)]) },
      }),
    () => pair.call({ ...call, body: { confirm: random.pick(['x', [1], {}]) } }),
    () => pair.call({ ...call, body: deep(random.pick([5, 70, 400])) }),
    () =>
      pair.call({
        ...call,
        body: {},
        headers: { authorization: random.pick(['Bearer x', 'Basic eA==', `Bearer nfk_${'x'.repeat(43)}`]) },
      }),
    () =>
      pair.call({
        ...call,
        method: random.pick(METHODS),
        path: random.pick([path, '/_/session', '/_/model', '/health', '/_/keys']),
      }),
    () =>
      pair.call({
        ...call,
        method: 'GET',
        path: random.pick(['/api/%', '/api/a%00b', `/api/${'x'.repeat(600)}`, '/api/ticket/a/b/c', '/api//x']),
      }),
    () =>
      pair.call({
        ...call,
        body: `{"x":"${'y'.repeat(random.pick([10, 2_000_000]))}"}`,
        headers: { ...call.headers, ...json },
      }),
  ])();
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}
